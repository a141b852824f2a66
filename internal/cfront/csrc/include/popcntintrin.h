/* POPCNT */
#ifndef _TANDEM_POPCNTINTRIN_H
#define _TANDEM_POPCNTINTRIN_H

#include <x86gprintrin.h>

#endif
