#ifndef _TANDEM___SIGSET_T_H
#define _TANDEM___SIGSET_T_H
#include <signal.h>
typedef sigset_t __sigset_t;
#endif
