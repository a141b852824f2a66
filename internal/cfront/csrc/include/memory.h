#ifndef _TANDEM_MEMORY_H
#define _TANDEM_MEMORY_H
#include <string.h>
#endif
