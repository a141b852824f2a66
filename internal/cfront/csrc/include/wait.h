#ifndef _TANDEM_WAIT_H
#define _TANDEM_WAIT_H
#include <sys/wait.h>
#endif
