#ifndef _TANDEM_ERR_H
#define _TANDEM_ERR_H
#include <stdarg.h>
void err(int __status, const char *__fmt, ...) __attribute__((__noreturn__));
void errx(int __status, const char *__fmt, ...) __attribute__((__noreturn__));
void verr(int __status, const char *__fmt, va_list __ap) __attribute__((__noreturn__));
void verrx(int __status, const char *__fmt, va_list __ap) __attribute__((__noreturn__));
void warn(const char *__fmt, ...);
void warnx(const char *__fmt, ...);
void vwarn(const char *__fmt, va_list __ap);
void vwarnx(const char *__fmt, va_list __ap);
#endif
