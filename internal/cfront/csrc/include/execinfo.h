#ifndef _TANDEM_EXECINFO_H
#define _TANDEM_EXECINFO_H
int backtrace(void **__b, int __n);
char **backtrace_symbols(void *const *__b, int __n);
void backtrace_symbols_fd(void *const *__b, int __n, int __fd);
#endif
