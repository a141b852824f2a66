#ifndef _TANDEM_FD_SET
#define _TANDEM_FD_SET
#define FD_SETSIZE 1024
typedef struct { long fds_bits[1024 / (8 * sizeof(long))]; } fd_set;
#define __TANDEM_FD(fd, set) ((set)->fds_bits[(fd) / (8 * (int)sizeof(long))])
#define __TANDEM_BIT(fd) ((long)(1UL << (fd) % (8 * (int)sizeof(long))))
#define FD_ZERO(set) do { unsigned __i; for (__i = 0; __i < sizeof(fd_set) / sizeof(long); __i++) (set)->fds_bits[__i] = 0; } while (0)
#define FD_SET(fd, set) ((void)(__TANDEM_FD(fd, set) |= __TANDEM_BIT(fd)))
#define FD_CLR(fd, set) ((void)(__TANDEM_FD(fd, set) &= ~__TANDEM_BIT(fd)))
#define FD_ISSET(fd, set) ((__TANDEM_FD(fd, set) & __TANDEM_BIT(fd)) != 0)
#endif
