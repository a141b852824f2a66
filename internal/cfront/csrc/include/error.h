#ifndef _TANDEM_ERROR_H
#define _TANDEM_ERROR_H
void error(int __status, int __errnum, const char *__fmt, ...);
void error_at_line(int __status, int __errnum, const char *__file, unsigned __line, const char *__fmt, ...);
extern void (*error_print_progname)(void);
extern unsigned error_message_count;
extern int error_one_per_line;
#endif
