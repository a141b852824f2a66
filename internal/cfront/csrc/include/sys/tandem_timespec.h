#ifndef _TANDEM_SYS_TIMESPEC_H
#define _TANDEM_SYS_TIMESPEC_H
#include <sys/types.h>
struct timespec { time_t tv_sec; long tv_nsec; };
#endif
