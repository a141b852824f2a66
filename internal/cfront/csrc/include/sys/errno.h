#ifndef _TANDEM_SYS_ERRNO_H
#define _TANDEM_SYS_ERRNO_H
#include <errno.h>
#endif
