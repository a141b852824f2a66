#ifndef _TANDEM_STDARG_H
#define _TANDEM_STDARG_H
typedef __builtin_va_list __gnuc_va_list;
typedef __builtin_va_list va_list;
#if __STDC_VERSION__ >= 202311L
#define va_start(v, ...) __builtin_va_start(v, 0)
#define __STDC_VERSION_STDARG_H__ 202311L
#else
#define va_start(v, l) __builtin_va_start(v, l)
#endif
#define va_end(v) __builtin_va_end(v)
#define va_arg(v, t) __builtin_va_arg(v, t)
#define va_copy(d, s) __builtin_va_copy(d, s)
#define __va_copy(d, s) __builtin_va_copy(d, s)
#endif
