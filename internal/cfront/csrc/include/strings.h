#ifndef _TANDEM_STRINGS_H
#define _TANDEM_STRINGS_H
#include <stddef.h>
int strcasecmp(const char *__a, const char *__b);
int strncasecmp(const char *__a, const char *__b, size_t __n);
int bcmp(const void *__a, const void *__b, size_t __n);
void bcopy(const void *__s, void *__d, size_t __n);
void bzero(void *__d, size_t __n);
char *index(const char *__s, int __c);
char *rindex(const char *__s, int __c);
int ffs(int __i);
int ffsl(long __i);
int ffsll(long long __i);
#include <sys/tandem_locale.h>
int strcasecmp_l(const char *__a, const char *__b, locale_t __l);
int strncasecmp_l(const char *__a, const char *__b, size_t __n, locale_t __l);
#endif
