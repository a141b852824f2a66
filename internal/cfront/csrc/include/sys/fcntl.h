#ifndef _TANDEM_SYS_FCNTL_H
#define _TANDEM_SYS_FCNTL_H
#include <fcntl.h>
#endif
