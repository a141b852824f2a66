#ifndef _TANDEM_NET_IF_H
#define _TANDEM_NET_IF_H
#define _NET_IF_H 1 /* <linux/libc-compat.h> asks for it */
#include <features.h>
#include <sys/types.h>
#include <sys/socket.h>
#define IF_NAMESIZE 16
#define IFNAMSIZ IF_NAMESIZE
struct if_nameindex { unsigned int if_index; char *if_name; };
unsigned int if_nametoindex(const char *__name);
char *if_indextoname(unsigned int __index, char *__name);
struct if_nameindex *if_nameindex(void);
void if_freenameindex(struct if_nameindex *__list);
#endif
