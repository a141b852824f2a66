#ifndef _TANDEM_SYS_UNISTD_H
#define _TANDEM_SYS_UNISTD_H
#include <unistd.h>
#endif
