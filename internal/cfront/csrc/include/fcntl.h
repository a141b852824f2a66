#ifndef _TANDEM_FCNTL_H
#define _TANDEM_FCNTL_H
#include <sys/types.h>
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
int open(const char *__name, int __flags, ...);
int creat(const char *__name, mode_t __mode);
int fcntl(int __fd, int __cmd, ...);
#endif
