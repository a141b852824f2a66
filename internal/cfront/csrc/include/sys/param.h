#ifndef _TANDEM_SYS_PARAM_H
#define _TANDEM_SYS_PARAM_H
#include <limits.h>
#include <endian.h>
#define MAXPATHLEN 4096
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define howmany(x, y) (((x) + ((y) - 1)) / (y))
#define roundup(x, y) ((((x) + ((y) - 1)) / (y)) * (y))
#endif
