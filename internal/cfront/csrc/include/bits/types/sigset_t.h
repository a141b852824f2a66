#ifndef _TANDEM_SIGSET_T_H
#define _TANDEM_SIGSET_T_H
#include <bits/types/__sigset_t.h>
#define __sigset_t_defined 1
typedef __sigset_t sigset_t;
#endif
