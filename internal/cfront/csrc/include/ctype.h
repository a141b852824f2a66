#ifndef _TANDEM_CTYPE_H
#define _TANDEM_CTYPE_H
int isalnum(int __c);
int isalpha(int __c);
int isascii(int __c);
int isblank(int __c);
int iscntrl(int __c);
int isdigit(int __c);
int isgraph(int __c);
int islower(int __c);
int isprint(int __c);
int ispunct(int __c);
int isspace(int __c);
int isupper(int __c);
int isxdigit(int __c);
int toascii(int __c);
int tolower(int __c);
int toupper(int __c);
const unsigned short **__ctype_b_loc(void);
const int **__ctype_tolower_loc(void);
const int **__ctype_toupper_loc(void);
#define _tolower(c) ((int)(*__ctype_tolower_loc())[(int)(c)])
#define _toupper(c) ((int)(*__ctype_toupper_loc())[(int)(c)])
#include <sys/tandem_locale.h>
int isalnum_l(int __c, locale_t __l);
int isalpha_l(int __c, locale_t __l);
int isblank_l(int __c, locale_t __l);
int iscntrl_l(int __c, locale_t __l);
int isdigit_l(int __c, locale_t __l);
int isgraph_l(int __c, locale_t __l);
int islower_l(int __c, locale_t __l);
int isprint_l(int __c, locale_t __l);
int ispunct_l(int __c, locale_t __l);
int isspace_l(int __c, locale_t __l);
int isupper_l(int __c, locale_t __l);
int isxdigit_l(int __c, locale_t __l);
int tolower_l(int __c, locale_t __l);
int toupper_l(int __c, locale_t __l);
#endif
