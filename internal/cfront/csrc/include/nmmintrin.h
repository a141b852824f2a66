/* SSE 4.2 */
#ifndef _TANDEM_NMMINTRIN_H
#define _TANDEM_NMMINTRIN_H

#include <smmintrin.h>

#endif
