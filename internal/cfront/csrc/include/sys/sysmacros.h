#ifndef _TANDEM_SYS_SYSMACROS_H
#define _TANDEM_SYS_SYSMACROS_H
#include <sys/types.h>
unsigned gnu_dev_major(dev_t __d);
unsigned gnu_dev_minor(dev_t __d);
dev_t gnu_dev_makedev(unsigned __major, unsigned __minor);
#define major(d) gnu_dev_major(d)
#define minor(d) gnu_dev_minor(d)
#define makedev(a, b) gnu_dev_makedev((a), (b))
#endif
