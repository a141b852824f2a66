#ifndef _TANDEM_REGEX_H
#define _TANDEM_REGEX_H
#include <stddef.h>
typedef int regoff_t;
typedef struct { void *__buffer; unsigned long __allocated, __used, __syntax; char *__fastmap; unsigned char *__translate; size_t re_nsub; unsigned __bits; } regex_t;
typedef struct { regoff_t rm_so, rm_eo; } regmatch_t;
#define REG_EXTENDED 1
#define REG_ICASE 2
#define REG_NEWLINE 4
#define REG_NOSUB 8
#define REG_NOTBOL 1
#define REG_NOTEOL 2
#define REG_NOMATCH 1
int regcomp(regex_t *__r, const char *__pattern, int __flags);
int regexec(const regex_t *__r, const char *__s, size_t __n, regmatch_t *__m, int __flags);
size_t regerror(int __e, const regex_t *__r, char *__buf, size_t __n);
void regfree(regex_t *__r);
#endif
