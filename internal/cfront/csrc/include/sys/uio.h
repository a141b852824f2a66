#ifndef _TANDEM_SYS_UIO_H
#define _TANDEM_SYS_UIO_H
#include <sys/types.h>
struct iovec { void *iov_base; size_t iov_len; };
ssize_t readv(int __fd, const struct iovec *__v, int __n);
ssize_t writev(int __fd, const struct iovec *__v, int __n);
#define RWF_APPEND 16
#define RWF_DSYNC 2
#define RWF_HIPRI 1
#define RWF_NOAPPEND 32
#define RWF_NOWAIT 8
#define RWF_SYNC 4
#define UIO_MAXIOV 1024
#endif
