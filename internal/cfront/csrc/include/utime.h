#ifndef _TANDEM_UTIME_H
#define _TANDEM_UTIME_H
#include <sys/types.h>
struct utimbuf { time_t actime, modtime; };
int utime(const char *__name, const struct utimbuf *__t);
#endif
