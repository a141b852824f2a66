#ifndef _TANDEM_SYS_POLL_H
#define _TANDEM_SYS_POLL_H
#include <poll.h>
#endif
