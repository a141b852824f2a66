/* x86 intrinsics */
#ifndef _TANDEM_X86INTRIN_H
#define _TANDEM_X86INTRIN_H

#include <immintrin.h>

#endif
