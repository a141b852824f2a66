#ifndef _TANDEM_NETDB_H
#define _TANDEM_NETDB_H
#include <netinet/in.h>
struct hostent { char *h_name; char **h_aliases; int h_addrtype, h_length; char **h_addr_list; };
#define h_addr h_addr_list[0]
struct servent { char *s_name; char **s_aliases; int s_port; char *s_proto; };
struct addrinfo { int ai_flags, ai_family, ai_socktype, ai_protocol; socklen_t ai_addrlen; struct sockaddr *ai_addr; char *ai_canonname; struct addrinfo *ai_next; };
#define AI_PASSIVE 1
#define AI_CANONNAME 2
#define AI_NUMERICHOST 4
#define NI_MAXHOST 1025
#define NI_MAXSERV 32
struct hostent *gethostbyname(const char *__name);
struct servent *getservbyname(const char *__name, const char *__proto);
int getaddrinfo(const char *__name, const char *__service, const struct addrinfo *__hints, struct addrinfo **__r);
void freeaddrinfo(struct addrinfo *__a);
const char *gai_strerror(int __e);
int getnameinfo(const struct sockaddr *__a, socklen_t __n, char *__host, socklen_t __hn, char *__serv, socklen_t __sn, int __flags);
#endif
