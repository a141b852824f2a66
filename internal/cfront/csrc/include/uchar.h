#ifndef _TANDEM_UCHAR_H
#define _TANDEM_UCHAR_H
#include <wchar.h>
typedef __CHAR16_TYPE__ char16_t;
typedef __CHAR32_TYPE__ char32_t;
size_t mbrtoc16(char16_t *__d, const char *__s, size_t __n, mbstate_t *__ps);
size_t c16rtomb(char *__d, char16_t __c, mbstate_t *__ps);
size_t mbrtoc32(char32_t *__d, const char *__s, size_t __n, mbstate_t *__ps);
size_t c32rtomb(char *__d, char32_t __c, mbstate_t *__ps);
#endif
