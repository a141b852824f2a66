#ifndef _TANDEM_WCTYPE_H
#define _TANDEM_WCTYPE_H
#include <wchar.h>
typedef unsigned long wctype_t;
typedef const int *wctrans_t;
int iswalnum(wint_t __c);
int iswalpha(wint_t __c);
int iswblank(wint_t __c);
int iswcntrl(wint_t __c);
int iswdigit(wint_t __c);
int iswgraph(wint_t __c);
int iswlower(wint_t __c);
int iswprint(wint_t __c);
int iswpunct(wint_t __c);
int iswspace(wint_t __c);
int iswupper(wint_t __c);
int iswxdigit(wint_t __c);
int iswctype(wint_t __c, wctype_t __type);
wctype_t wctype(const char *__name);
wint_t towlower(wint_t __c);
wint_t towupper(wint_t __c);
wint_t towctrans(wint_t __c, wctrans_t __desc);
wctrans_t wctrans(const char *__name);
#include <sys/tandem_locale.h>
int iswalnum_l(wint_t __c, locale_t __l);
int iswalpha_l(wint_t __c, locale_t __l);
int iswblank_l(wint_t __c, locale_t __l);
int iswcntrl_l(wint_t __c, locale_t __l);
int iswdigit_l(wint_t __c, locale_t __l);
int iswgraph_l(wint_t __c, locale_t __l);
int iswlower_l(wint_t __c, locale_t __l);
int iswprint_l(wint_t __c, locale_t __l);
int iswpunct_l(wint_t __c, locale_t __l);
int iswspace_l(wint_t __c, locale_t __l);
int iswupper_l(wint_t __c, locale_t __l);
int iswxdigit_l(wint_t __c, locale_t __l);
wint_t towlower_l(wint_t __c, locale_t __l);
wint_t towupper_l(wint_t __c, locale_t __l);
int iswctype_l(wint_t __c, wctype_t __type, locale_t __l);
wctype_t wctype_l(const char *__name, locale_t __l);
wctrans_t wctrans_l(const char *__name, locale_t __l);
wint_t towctrans_l(wint_t __c, wctrans_t __desc, locale_t __l);
#endif
