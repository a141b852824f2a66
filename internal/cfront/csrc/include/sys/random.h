#ifndef _TANDEM_SYS_RANDOM_H
#define _TANDEM_SYS_RANDOM_H
#include <sys/types.h>
#define GRND_NONBLOCK 1
#define GRND_RANDOM 2
#define GRND_INSECURE 4
ssize_t getrandom(void *__d, size_t __n, unsigned __flags);
int getentropy(void *__d, size_t __n);
#endif
