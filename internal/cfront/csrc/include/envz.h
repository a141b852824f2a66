#ifndef _TANDEM_ENVZ_H
#define _TANDEM_ENVZ_H
#include <argz.h>
char *envz_entry(const char *__envz, size_t __len, const char *__name);
char *envz_get(const char *__envz, size_t __len, const char *__name);
error_t envz_add(char **__envz, size_t *__len, const char *__name, const char *__value);
error_t envz_merge(char **__envz, size_t *__len, const char *__other, size_t __n, int __override);
void envz_remove(char **__envz, size_t *__len, const char *__name);
void envz_strip(char **__envz, size_t *__len);
#endif
