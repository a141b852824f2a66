#ifndef _TANDEM_SYS_UIO_H
#define _TANDEM_SYS_UIO_H
#include <sys/types.h>
struct iovec { void *iov_base; size_t iov_len; };
ssize_t readv(int __fd, const struct iovec *__v, int __n);
ssize_t writev(int __fd, const struct iovec *__v, int __n);
#endif
