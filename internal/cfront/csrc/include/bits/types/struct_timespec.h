#include <sys/tandem_timespec.h>
