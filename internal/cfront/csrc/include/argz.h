#ifndef _TANDEM_ARGZ_H
#define _TANDEM_ARGZ_H
#include <errno.h>
#include <string.h>
typedef int error_t;
error_t argz_create(char *const __v[], char **__argz, size_t *__len);
error_t argz_create_sep(const char *__s, int __sep, char **__argz, size_t *__len);
size_t argz_count(const char *__argz, size_t __len);
void argz_extract(const char *__argz, size_t __len, char **__v);
void argz_stringify(char *__argz, size_t __len, int __sep);
error_t argz_append(char **__argz, size_t *__len, const char *__buf, size_t __n);
error_t argz_add(char **__argz, size_t *__len, const char *__s);
void argz_delete(char **__argz, size_t *__len, char *__entry);
error_t argz_insert(char **__argz, size_t *__len, char *__before, const char *__entry);
char *argz_next(const char *__argz, size_t __len, const char *__entry);
#endif
