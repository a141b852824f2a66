#ifndef _TANDEM_FEATURES_H
#define _TANDEM_FEATURES_H
#include <sys/cdefs.h>
#define __GLIBC__ 2
#define __GLIBC_PREREQ(maj, min) (2 > (maj) || 2 == (maj) && 17 >= (min))
#endif
