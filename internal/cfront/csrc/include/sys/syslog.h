#ifndef _TANDEM_SYS_SYSLOG_H
#define _TANDEM_SYS_SYSLOG_H
#include <syslog.h>
#endif
