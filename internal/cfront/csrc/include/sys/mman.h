#ifndef _TANDEM_SYS_MMAN_H
#define _TANDEM_SYS_MMAN_H
#include <sys/types.h>
#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define PROT_EXEC 4
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 0x10
#define MAP_ANONYMOUS 0x20
#define MAP_ANON 0x20
#define MAP_NORESERVE 0x4000
#define MAP_FAILED ((void *)-1)
#define MS_ASYNC 1
#define MS_INVALIDATE 2
#define MS_SYNC 4
void *mmap(void *__addr, size_t __n, int __prot, int __flags, int __fd, off_t __off);
int munmap(void *__addr, size_t __n);
int mprotect(void *__addr, size_t __n, int __prot);
int msync(void *__addr, size_t __n, int __flags);
int madvise(void *__addr, size_t __n, int __advice);
int mlock(const void *__addr, size_t __n);
int munlock(const void *__addr, size_t __n);
int mlockall(int __flags);
int munlockall(void);
int shm_open(const char *__name, int __flags, mode_t __mode);
int shm_unlink(const char *__name);
#endif
