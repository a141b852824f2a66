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
#define REGS_FIXED 2
#define REGS_REALLOCATE 1
#define REGS_UNALLOCATED 0
#define REG_BADBR 10
#define REG_BADPAT 2
#define REG_BADRPT 13
#define REG_EBRACE 9
#define REG_EBRACK 7
#define REG_ECOLLATE 3
#define REG_ECTYPE 4
#define REG_EEND 14
#define REG_EESCAPE 5
#define REG_ENOSYS (-1)
#define REG_EPAREN 8
#define REG_ERANGE 11
#define REG_ERPAREN 16
#define REG_ESIZE 15
#define REG_ESPACE 12
#define REG_ESUBREG 6
#define REG_NOERROR 0
#define REG_STARTEND 4
#define RE_DUP_MAX 32767
#define RE_NREGS 30
#define RE_SYNTAX_EMACS 0
#endif
