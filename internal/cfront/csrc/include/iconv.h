#ifndef _TANDEM_ICONV_H
#define _TANDEM_ICONV_H
#include <stddef.h>
typedef void *iconv_t;
iconv_t iconv_open(const char *__to, const char *__from);
size_t iconv(iconv_t __c, char **__in, size_t *__nin, char **__out, size_t *__nout);
int iconv_close(iconv_t __c);
#endif
