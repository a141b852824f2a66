#ifndef _TANDEM_INTTYPES_H
#define _TANDEM_INTTYPES_H
#include <stdint.h>
#include <sys/tandem_c23.h>
#ifdef __LP64__
#define __PRI64 "l"
#define __PRIPTR "l"
#else
#define __PRI64 "ll"
#define __PRIPTR ""
#endif
#define PRId8 "d"
#define PRIi8 "i"
#define PRIu8 "u"
#define PRIo8 "o"
#define PRIx8 "x"
#define PRIX8 "X"
#define PRId16 "d"
#define PRIi16 "i"
#define PRIu16 "u"
#define PRIo16 "o"
#define PRIx16 "x"
#define PRIX16 "X"
#define PRId32 "d"
#define PRIi32 "i"
#define PRIu32 "u"
#define PRIo32 "o"
#define PRIx32 "x"
#define PRIX32 "X"
#define PRId64 __PRI64 "d"
#define PRIi64 __PRI64 "i"
#define PRIu64 __PRI64 "u"
#define PRIo64 __PRI64 "o"
#define PRIx64 __PRI64 "x"
#define PRIX64 __PRI64 "X"
#define PRIdMAX __PRI64 "d"
#define PRIiMAX __PRI64 "i"
#define PRIuMAX __PRI64 "u"
#define PRIoMAX __PRI64 "o"
#define PRIxMAX __PRI64 "x"
#define PRIXMAX __PRI64 "X"
#define PRIdPTR __PRIPTR "d"
#define PRIiPTR __PRIPTR "i"
#define PRIuPTR __PRIPTR "u"
#define PRIoPTR __PRIPTR "o"
#define PRIxPTR __PRIPTR "x"
#define PRIXPTR __PRIPTR "X"
#define SCNd8 "hhd"
#define SCNu8 "hhu"
#define SCNd16 "hd"
#define SCNu16 "hu"
#define SCNd32 "d"
#define SCNu32 "u"
#define SCNx32 "x"
#define SCNd64 __PRI64 "d"
#define SCNu64 __PRI64 "u"
#define SCNx64 __PRI64 "x"
#define SCNdMAX __PRI64 "d"
#define SCNuMAX __PRI64 "u"
typedef struct { intmax_t quot, rem; } imaxdiv_t;
intmax_t imaxabs(intmax_t __i);
imaxdiv_t imaxdiv(intmax_t __n, intmax_t __d);
intmax_t strtoimax(const char *__s, char **__end, int __base) __TANDEM_23(strtoimax);
uintmax_t strtoumax(const char *__s, char **__end, int __base) __TANDEM_23(strtoumax);
intmax_t wcstoimax(const __WCHAR_TYPE__ *__s, __WCHAR_TYPE__ **__end, int __base) __TANDEM_23(wcstoimax);
uintmax_t wcstoumax(const __WCHAR_TYPE__ *__s, __WCHAR_TYPE__ **__end, int __base) __TANDEM_23(wcstoumax);
#endif
