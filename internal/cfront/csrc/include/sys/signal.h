#ifndef _TANDEM_SYS_SIGNAL_H
#define _TANDEM_SYS_SIGNAL_H
#include <signal.h>
#endif
