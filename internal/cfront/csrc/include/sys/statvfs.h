#ifndef _TANDEM_SYS_STATVFS_H
#define _TANDEM_SYS_STATVFS_H
#include <sys/types.h>
struct statvfs { unsigned long f_bsize, f_frsize, f_blocks, f_bfree, f_bavail, f_files, f_ffree, f_favail, f_fsid;
#if __SIZEOF_POINTER__ == 4
	int __f_unused;
#endif
	unsigned long f_flag, f_namemax; int __f_spare[6]; };
int statvfs(const char *__name, struct statvfs *__s);
int fstatvfs(int __fd, struct statvfs *__s);
#define ST_RDONLY 1
#define ST_NOSUID 2
#ifdef _GNU_SOURCE
#define ST_NODEV 4
#define ST_NOEXEC 8
#define ST_SYNCHRONOUS 16
#define ST_MANDLOCK 64
#define ST_WRITE 128
#define ST_APPEND 256
#define ST_IMMUTABLE 512
#define ST_NOATIME 1024
#define ST_NODIRATIME 2048
#define ST_RELATIME 4096
#endif
#endif
