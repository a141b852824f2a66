#include <stdlib.h>
#define LWIP_RAND() ((u32_t)rand())
#define LWIP_PLATFORM_DIAG(x)
#define LWIP_PLATFORM_ASSERT(x) abort()
