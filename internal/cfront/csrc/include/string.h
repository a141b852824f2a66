#ifndef _TANDEM_STRING_H
#define _TANDEM_STRING_H
#include <stddef.h>
void *memcpy(void *__d, const void *__s, size_t __n);
void *mempcpy(void *__d, const void *__s, size_t __n);
void *memmove(void *__d, const void *__s, size_t __n);
void *memset(void *__d, int __c, size_t __n);
void *memset_explicit(void *__d, int __c, size_t __n);
int memcmp(const void *__a, const void *__b, size_t __n);
void *memchr(const void *__s, int __c, size_t __n);
void *memccpy(void *__d, const void *__s, int __c, size_t __n);
void *__mempcpy(void *__d, const void *__s, size_t __n);
void explicit_bzero(void *__d, size_t __n);
void *memrchr(const void *__s, int __c, size_t __n);
size_t strlen(const char *__s);
size_t strnlen(const char *__s, size_t __n);
char *strcpy(char *__d, const char *__s);
char *strncpy(char *__d, const char *__s, size_t __n);
char *stpncpy(char *__d, const char *__s, size_t __n);
char *__stpcpy(char *__d, const char *__s);
char *__stpncpy(char *__d, const char *__s, size_t __n);
char *stpcpy(char *__d, const char *__s);
char *strcat(char *__d, const char *__s);
char *strncat(char *__d, const char *__s, size_t __n);
int strcmp(const char *__a, const char *__b);
int strncmp(const char *__a, const char *__b, size_t __n);
int strcoll(const char *__a, const char *__b);
size_t strxfrm(char *__d, const char *__s, size_t __n);
char *strchr(const char *__s, int __c);
char *strrchr(const char *__s, int __c);
char *strchrnul(const char *__s, int __c);
char *strstr(const char *__s, const char *__find);
char *strcasestr(const char *__s, const char *__find);
size_t strspn(const char *__s, const char *__set);
size_t strcspn(const char *__s, const char *__set);
char *strpbrk(const char *__s, const char *__set);
char *strtok(char *__s, const char *__sep);
char *strtok_r(char *__s, const char *__sep, char **__save);
char *strsep(char **__s, const char *__sep);
char *strdup(const char *__s);
char *strndup(const char *__s, size_t __n);
char *strerror(int __e);
char *strerror_r(int __e, char *__d, size_t __n);
int __xpg_strerror_r(int __e, char *__d, size_t __n);
#if defined _POSIX_C_SOURCE && !defined _GNU_SOURCE
#define strerror_r __xpg_strerror_r
#endif
char *__strtok_r(char *__s, const char *__sep, char **__save);
char *__strdup(const char *__s);
char *__strndup(const char *__s, size_t __n);
char *strsignal(int __sig);
#ifdef _GNU_SOURCE
void *rawmemchr(const void *__s, int __c);
void *memmem(const void *__s, size_t __n, const void *__find, size_t __m);
void *memfrob(void *__s, size_t __n);
const char *strerrordesc_np(int __e);
const char *strerrorname_np(int __e);
const char *sigdescr_np(int __sig);
const char *sigabbrev_np(int __sig);
int strverscmp(const char *__a, const char *__b);
char *strfry(char *__s);
char *basename(const char *__s);
#define strdupa(s) (__extension__({ const char *__old = (s); size_t __len = strlen(__old) + 1; (char *)memcpy(__builtin_alloca(__len), __old, __len); }))
#define strndupa(s, n) (__extension__({ const char *__old = (s); size_t __len = strnlen(__old, (n)); char *__new = (char *)__builtin_alloca(__len + 1); __new[__len] = 0; (char *)memcpy(__new, __old, __len); }))
#endif
#include <strings.h>
#include <sys/tandem_locale.h>
int strcoll_l(const char *__a, const char *__b, locale_t __l);
size_t strxfrm_l(char *__d, const char *__s, size_t __n, locale_t __l);
char *strerror_l(int __e, locale_t __l);
#endif
