#ifndef _TANDEM_GRP_H
#define _TANDEM_GRP_H
#include <sys/types.h>
struct group { char *gr_name, *gr_passwd; gid_t gr_gid; char **gr_mem; };
struct group *getgrnam(const char *__name);
struct group *getgrgid(gid_t __gid);
struct group *getgrent(void);
int setgroups(size_t __n, const gid_t *__list);
#endif
