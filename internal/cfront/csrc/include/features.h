#ifndef _TANDEM_FEATURES_H
#define _TANDEM_FEATURES_H
#include <sys/cdefs.h>
#define __GLIBC__ 2
#define __GLIBC_MINOR__ 17
#define __GLIBC_PREREQ(maj, min) (2 > (maj) || 2 == (maj) && 17 >= (min))
#define __GNUC_PREREQ(maj, min) (12 > (maj) || 12 == (maj) && 2 >= (min))
#define __GLIBC_USE(f) 0
#define __USE_MISC 1
#define __USE_POSIX 1
#define __USE_POSIX2 1
#define __USE_POSIX199309 1
#define __USE_POSIX199506 1
#define __USE_ISOC99 1
#define __USE_ISOC11 1
#define __USE_XOPEN 1
#define __USE_XOPEN_EXTENDED 1
#define __USE_UNIX98 1
#define __USE_XOPEN2K 1
#define __USE_XOPEN2K8 1
#ifdef _GNU_SOURCE
#define __USE_GNU 1
#endif
#endif
