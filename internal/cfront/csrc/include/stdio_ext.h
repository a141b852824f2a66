#ifndef _TANDEM_STDIO_EXT_H
#define _TANDEM_STDIO_EXT_H
#include <stdio.h>
enum { FSETLOCKING_QUERY, FSETLOCKING_INTERNAL, FSETLOCKING_BYCALLER };
#define FSETLOCKING_QUERY FSETLOCKING_QUERY
#define FSETLOCKING_INTERNAL FSETLOCKING_INTERNAL
#define FSETLOCKING_BYCALLER FSETLOCKING_BYCALLER
size_t __fbufsize(FILE *__f);
int __freading(FILE *__f);
int __fwriting(FILE *__f);
int __freadable(FILE *__f);
int __fwritable(FILE *__f);
int __flbf(FILE *__f);
void __fpurge(FILE *__f);
size_t __fpending(FILE *__f);
void _flushlbf(void);
int __fsetlocking(FILE *__f, int __type);
#endif
