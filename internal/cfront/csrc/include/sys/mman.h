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
#define MADV_COLD 20
#define MADV_DODUMP 17
#define MADV_DOFORK 11
#define MADV_DONTDUMP 16
#define MADV_DONTFORK 10
#define MADV_DONTNEED 4
#define MADV_DONTNEED_LOCKED 24
#define MADV_FREE 8
#define MADV_HUGEPAGE 14
#define MADV_HWPOISON 100
#define MADV_KEEPONFORK 19
#define MADV_MERGEABLE 12
#define MADV_NOHUGEPAGE 15
#define MADV_NORMAL 0
#define MADV_PAGEOUT 21
#define MADV_POPULATE_READ 22
#define MADV_POPULATE_WRITE 23
#define MADV_RANDOM 1
#define MADV_REMOVE 9
#define MADV_SEQUENTIAL 2
#define MADV_UNMERGEABLE 13
#define MADV_WILLNEED 3
#define MADV_WIPEONFORK 18
#define MAP_32BIT 64
#define MAP_DENYWRITE 2048
#define MAP_EXECUTABLE 4096
#define MAP_FILE 0
#define MAP_FIXED_NOREPLACE 1048576
#define MAP_GROWSDOWN 256
#define MAP_HUGETLB 262144
#define MAP_HUGE_MASK 63
#define MAP_HUGE_SHIFT 26
#define MAP_LOCKED 8192
#define MAP_NONBLOCK 65536
#define MAP_POPULATE 32768
#define MAP_SHARED_VALIDATE 3
#define MAP_STACK 131072
#define MAP_SYNC 524288
#define MAP_TYPE 15
#define MCL_CURRENT 1
#define MCL_FUTURE 2
#define MCL_ONFAULT 4
#define MFD_ALLOW_SEALING 2
#define MFD_CLOEXEC 1
#define MFD_HUGETLB 4
#define MLOCK_ONFAULT 1
#define MREMAP_DONTUNMAP 4
#define MREMAP_FIXED 2
#define MREMAP_MAYMOVE 1
#define PKEY_DISABLE_ACCESS 1
#define PKEY_DISABLE_WRITE 2
#define POSIX_MADV_DONTNEED 4
#define POSIX_MADV_NORMAL 0
#define POSIX_MADV_RANDOM 1
#define POSIX_MADV_SEQUENTIAL 2
#define POSIX_MADV_WILLNEED 3
#define PROT_GROWSDOWN 16777216
#define PROT_GROWSUP 33554432
#endif
