#ifndef _TANDEM_SYS_SOCKET_H
#define _TANDEM_SYS_SOCKET_H
#include <sys/uio.h>
typedef unsigned socklen_t;
typedef unsigned short sa_family_t;
struct sockaddr { sa_family_t sa_family; char sa_data[14]; };
struct sockaddr_storage { sa_family_t ss_family; char __pad[126 - sizeof(long)]; unsigned long __align; };
struct msghdr { void *msg_name; socklen_t msg_namelen; struct iovec *msg_iov; size_t msg_iovlen; void *msg_control; size_t msg_controllen; int msg_flags; };
#define SOCK_STREAM 1
#define SOCK_DGRAM 2
#define SOCK_RAW 3
#define AF_UNSPEC 0
#define AF_UNIX 1
#define AF_LOCAL 1
#define AF_INET 2
#define AF_INET6 10
#define PF_UNSPEC 0
#define PF_UNIX 1
#define PF_INET 2
#define PF_INET6 10
#define SOL_SOCKET 1
#define SO_REUSEADDR 2
#define SO_ERROR 4
#define SO_BROADCAST 6
#define SO_SNDBUF 7
#define SO_RCVBUF 8
#define SO_KEEPALIVE 9
#define SOMAXCONN 4096
#define SHUT_RD 0
#define SHUT_WR 1
#define SHUT_RDWR 2
#define MSG_PEEK 2
#define MSG_DONTWAIT 0x40
#define MSG_NOSIGNAL 0x4000
int socket(int __domain, int __type, int __protocol);
int socketpair(int __domain, int __type, int __protocol, int __fds[2]);
int bind(int __fd, const struct sockaddr *__a, socklen_t __n);
int connect(int __fd, const struct sockaddr *__a, socklen_t __n);
int listen(int __fd, int __n);
int accept(int __fd, struct sockaddr *__a, socklen_t *__n);
int getsockname(int __fd, struct sockaddr *__a, socklen_t *__n);
int getpeername(int __fd, struct sockaddr *__a, socklen_t *__n);
ssize_t send(int __fd, const void *__buf, size_t __n, int __flags);
ssize_t recv(int __fd, void *__buf, size_t __n, int __flags);
ssize_t sendto(int __fd, const void *__buf, size_t __n, int __flags, const struct sockaddr *__a, socklen_t __an);
ssize_t recvfrom(int __fd, void *__buf, size_t __n, int __flags, struct sockaddr *__a, socklen_t *__an);
ssize_t sendmsg(int __fd, const struct msghdr *__m, int __flags);
ssize_t recvmsg(int __fd, struct msghdr *__m, int __flags);
int getsockopt(int __fd, int __level, int __name, void *__v, socklen_t *__n);
int setsockopt(int __fd, int __level, int __name, const void *__v, socklen_t __n);
int shutdown(int __fd, int __how);
#define MSG_BATCH 262144
#define MSG_CMSG_CLOEXEC 1073741824
#define MSG_CONFIRM 2048
#define MSG_CTRUNC 8
#define MSG_DONTROUTE 4
#define MSG_EOR 128
#define MSG_ERRQUEUE 8192
#define MSG_FASTOPEN 536870912
#define MSG_FIN 512
#define MSG_MORE 32768
#define MSG_OOB 1
#define MSG_PROXY 16
#define MSG_RST 4096
#define MSG_SYN 1024
#define MSG_TRUNC 32
#define MSG_TRYHARD 4
#define MSG_WAITALL 256
#define MSG_WAITFORONE 65536
#define MSG_ZEROCOPY 67108864
#endif
