#ifndef _TANDEM_SYSLOG_H
#define _TANDEM_SYSLOG_H
#include <stdarg.h>
#define LOG_EMERG 0
#define LOG_ALERT 1
#define LOG_CRIT 2
#define LOG_ERR 3
#define LOG_WARNING 4
#define LOG_NOTICE 5
#define LOG_INFO 6
#define LOG_DEBUG 7
#define LOG_PID 1
#define LOG_CONS 2
#define LOG_NDELAY 8
#define LOG_USER (1 << 3)
#define LOG_DAEMON (3 << 3)
#define LOG_LOCAL0 (16 << 3)
void openlog(const char *__ident, int __option, int __facility);
void syslog(int __priority, const char *__fmt, ...);
void vsyslog(int __priority, const char *__fmt, va_list __ap);
void closelog(void);
int setlogmask(int __mask);
#endif
