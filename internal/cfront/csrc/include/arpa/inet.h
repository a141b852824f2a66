#ifndef _TANDEM_ARPA_INET_H
#define _TANDEM_ARPA_INET_H
#include <netinet/in.h>
in_addr_t inet_addr(const char *__s);
char *inet_ntoa(struct in_addr __a);
int inet_aton(const char *__s, struct in_addr *__a);
int inet_pton(int __af, const char *__s, void *__a);
const char *inet_ntop(int __af, const void *__a, char *__s, socklen_t __n);
#endif
