#ifndef _TANDEM_SYS_STATFS_H
#define _TANDEM_SYS_STATFS_H
#include <sys/types.h>
#if __SIZEOF_POINTER__ == 8
#define __TANDEM_WORD long
#else
#define __TANDEM_WORD int
#endif
typedef struct { int __val[2]; } __fsid_t;
struct statfs { __TANDEM_WORD f_type, f_bsize; unsigned long f_blocks, f_bfree, f_bavail, f_files, f_ffree; __fsid_t f_fsid; __TANDEM_WORD f_namelen, f_frsize, f_flags, f_spare[4]; };
#undef __TANDEM_WORD
int statfs(const char *__name, struct statfs *__s);
int fstatfs(int __fd, struct statfs *__s);
#endif
