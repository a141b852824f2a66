#ifndef _TANDEM_STRING_H
#define _TANDEM_STRING_H
#include <stddef.h>
void *memcpy(void *__d, const void *__s, size_t __n);
void *mempcpy(void *__d, const void *__s, size_t __n);
void *memmove(void *__d, const void *__s, size_t __n);
void *memset(void *__d, int __c, size_t __n);
int memcmp(const void *__a, const void *__b, size_t __n);
void *memchr(const void *__s, int __c, size_t __n);
void *memrchr(const void *__s, int __c, size_t __n);
size_t strlen(const char *__s);
size_t strnlen(const char *__s, size_t __n);
char *strcpy(char *__d, const char *__s);
char *strncpy(char *__d, const char *__s, size_t __n);
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
char *strsignal(int __sig);
#include <strings.h>
#endif
