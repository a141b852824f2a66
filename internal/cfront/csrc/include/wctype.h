#ifndef _TANDEM_WCTYPE_H
#define _TANDEM_WCTYPE_H
#include <wchar.h>
int iswalpha(wint_t __c);
int iswdigit(wint_t __c);
int iswspace(wint_t __c);
wint_t towlower(wint_t __c);
wint_t towupper(wint_t __c);
#endif
