/* x86 intrinsics up to AVX2 and FMA. AVX-512 is not there. */
#ifndef _TANDEM_IMMINTRIN_H
#define _TANDEM_IMMINTRIN_H

#include <x86gprintrin.h>
#include <wmmintrin.h>
#include <nmmintrin.h>
#include <tandem_avx.h>
#include <tandem_avx2.h>
#include <tandem_fma.h>
#include <tandem_f16c.h>
#include <tandem_sha.h>

#endif
