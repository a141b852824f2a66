#ifndef _TANDEM_LOCALE_T
#define _TANDEM_LOCALE_T
typedef struct __locale_struct *locale_t;
#endif
