#ifndef _TANDEM_STDBIT_H
#define _TANDEM_STDBIT_H
#include <stdint.h>
#define __STDC_VERSION_STDBIT_H__ 202311L
#define __STDC_ENDIAN_LITTLE__ __ORDER_LITTLE_ENDIAN__
#define __STDC_ENDIAN_BIG__ __ORDER_BIG_ENDIAN__
#define __STDC_ENDIAN_NATIVE__ __BYTE_ORDER__
static __inline unsigned stdc_leading_zeros_uc(unsigned char __x) { return __x ? (unsigned)__builtin_clzll(__x) - (64 - (8 * (unsigned)sizeof __x)) : (8 * (unsigned)sizeof __x); }
static __inline unsigned stdc_leading_zeros_us(unsigned short __x) { return __x ? (unsigned)__builtin_clzll(__x) - (64 - (8 * (unsigned)sizeof __x)) : (8 * (unsigned)sizeof __x); }
static __inline unsigned stdc_leading_zeros_ui(unsigned int __x) { return __x ? (unsigned)__builtin_clzll(__x) - (64 - (8 * (unsigned)sizeof __x)) : (8 * (unsigned)sizeof __x); }
static __inline unsigned stdc_leading_zeros_ul(unsigned long __x) { return __x ? (unsigned)__builtin_clzll(__x) - (64 - (8 * (unsigned)sizeof __x)) : (8 * (unsigned)sizeof __x); }
static __inline unsigned stdc_leading_zeros_ull(unsigned long long __x) { return __x ? (unsigned)__builtin_clzll(__x) - (64 - (8 * (unsigned)sizeof __x)) : (8 * (unsigned)sizeof __x); }
#define stdc_leading_zeros(x) _Generic((x), unsigned char: stdc_leading_zeros_uc, unsigned short: stdc_leading_zeros_us, unsigned int: stdc_leading_zeros_ui, unsigned long: stdc_leading_zeros_ul, unsigned long long: stdc_leading_zeros_ull, _Bool: stdc_leading_zeros_uc)(x)
static __inline unsigned stdc_leading_ones_uc(unsigned char __x) { return stdc_leading_zeros_uc((unsigned char)~__x); }
static __inline unsigned stdc_leading_ones_us(unsigned short __x) { return stdc_leading_zeros_us((unsigned short)~__x); }
static __inline unsigned stdc_leading_ones_ui(unsigned int __x) { return stdc_leading_zeros_ui((unsigned int)~__x); }
static __inline unsigned stdc_leading_ones_ul(unsigned long __x) { return stdc_leading_zeros_ul((unsigned long)~__x); }
static __inline unsigned stdc_leading_ones_ull(unsigned long long __x) { return stdc_leading_zeros_ull((unsigned long long)~__x); }
#define stdc_leading_ones(x) _Generic((x), unsigned char: stdc_leading_ones_uc, unsigned short: stdc_leading_ones_us, unsigned int: stdc_leading_ones_ui, unsigned long: stdc_leading_ones_ul, unsigned long long: stdc_leading_ones_ull, _Bool: stdc_leading_ones_uc)(x)
static __inline unsigned stdc_trailing_zeros_uc(unsigned char __x) { return __x ? (unsigned)__builtin_ctzll(__x) : (8 * (unsigned)sizeof __x); }
static __inline unsigned stdc_trailing_zeros_us(unsigned short __x) { return __x ? (unsigned)__builtin_ctzll(__x) : (8 * (unsigned)sizeof __x); }
static __inline unsigned stdc_trailing_zeros_ui(unsigned int __x) { return __x ? (unsigned)__builtin_ctzll(__x) : (8 * (unsigned)sizeof __x); }
static __inline unsigned stdc_trailing_zeros_ul(unsigned long __x) { return __x ? (unsigned)__builtin_ctzll(__x) : (8 * (unsigned)sizeof __x); }
static __inline unsigned stdc_trailing_zeros_ull(unsigned long long __x) { return __x ? (unsigned)__builtin_ctzll(__x) : (8 * (unsigned)sizeof __x); }
#define stdc_trailing_zeros(x) _Generic((x), unsigned char: stdc_trailing_zeros_uc, unsigned short: stdc_trailing_zeros_us, unsigned int: stdc_trailing_zeros_ui, unsigned long: stdc_trailing_zeros_ul, unsigned long long: stdc_trailing_zeros_ull, _Bool: stdc_trailing_zeros_uc)(x)
static __inline unsigned stdc_trailing_ones_uc(unsigned char __x) { return stdc_trailing_zeros_uc((unsigned char)~__x); }
static __inline unsigned stdc_trailing_ones_us(unsigned short __x) { return stdc_trailing_zeros_us((unsigned short)~__x); }
static __inline unsigned stdc_trailing_ones_ui(unsigned int __x) { return stdc_trailing_zeros_ui((unsigned int)~__x); }
static __inline unsigned stdc_trailing_ones_ul(unsigned long __x) { return stdc_trailing_zeros_ul((unsigned long)~__x); }
static __inline unsigned stdc_trailing_ones_ull(unsigned long long __x) { return stdc_trailing_zeros_ull((unsigned long long)~__x); }
#define stdc_trailing_ones(x) _Generic((x), unsigned char: stdc_trailing_ones_uc, unsigned short: stdc_trailing_ones_us, unsigned int: stdc_trailing_ones_ui, unsigned long: stdc_trailing_ones_ul, unsigned long long: stdc_trailing_ones_ull, _Bool: stdc_trailing_ones_uc)(x)
static __inline unsigned stdc_first_leading_zero_uc(unsigned char __x) { return __x == (unsigned char)-1 ? 0 : stdc_leading_ones_uc(__x) + 1; }
static __inline unsigned stdc_first_leading_zero_us(unsigned short __x) { return __x == (unsigned short)-1 ? 0 : stdc_leading_ones_us(__x) + 1; }
static __inline unsigned stdc_first_leading_zero_ui(unsigned int __x) { return __x == (unsigned int)-1 ? 0 : stdc_leading_ones_ui(__x) + 1; }
static __inline unsigned stdc_first_leading_zero_ul(unsigned long __x) { return __x == (unsigned long)-1 ? 0 : stdc_leading_ones_ul(__x) + 1; }
static __inline unsigned stdc_first_leading_zero_ull(unsigned long long __x) { return __x == (unsigned long long)-1 ? 0 : stdc_leading_ones_ull(__x) + 1; }
#define stdc_first_leading_zero(x) _Generic((x), unsigned char: stdc_first_leading_zero_uc, unsigned short: stdc_first_leading_zero_us, unsigned int: stdc_first_leading_zero_ui, unsigned long: stdc_first_leading_zero_ul, unsigned long long: stdc_first_leading_zero_ull, _Bool: stdc_first_leading_zero_uc)(x)
static __inline unsigned stdc_first_leading_one_uc(unsigned char __x) { return __x == 0 ? 0 : stdc_leading_zeros_uc(__x) + 1; }
static __inline unsigned stdc_first_leading_one_us(unsigned short __x) { return __x == 0 ? 0 : stdc_leading_zeros_us(__x) + 1; }
static __inline unsigned stdc_first_leading_one_ui(unsigned int __x) { return __x == 0 ? 0 : stdc_leading_zeros_ui(__x) + 1; }
static __inline unsigned stdc_first_leading_one_ul(unsigned long __x) { return __x == 0 ? 0 : stdc_leading_zeros_ul(__x) + 1; }
static __inline unsigned stdc_first_leading_one_ull(unsigned long long __x) { return __x == 0 ? 0 : stdc_leading_zeros_ull(__x) + 1; }
#define stdc_first_leading_one(x) _Generic((x), unsigned char: stdc_first_leading_one_uc, unsigned short: stdc_first_leading_one_us, unsigned int: stdc_first_leading_one_ui, unsigned long: stdc_first_leading_one_ul, unsigned long long: stdc_first_leading_one_ull, _Bool: stdc_first_leading_one_uc)(x)
static __inline unsigned stdc_first_trailing_zero_uc(unsigned char __x) { return __x == (unsigned char)-1 ? 0 : stdc_trailing_ones_uc(__x) + 1; }
static __inline unsigned stdc_first_trailing_zero_us(unsigned short __x) { return __x == (unsigned short)-1 ? 0 : stdc_trailing_ones_us(__x) + 1; }
static __inline unsigned stdc_first_trailing_zero_ui(unsigned int __x) { return __x == (unsigned int)-1 ? 0 : stdc_trailing_ones_ui(__x) + 1; }
static __inline unsigned stdc_first_trailing_zero_ul(unsigned long __x) { return __x == (unsigned long)-1 ? 0 : stdc_trailing_ones_ul(__x) + 1; }
static __inline unsigned stdc_first_trailing_zero_ull(unsigned long long __x) { return __x == (unsigned long long)-1 ? 0 : stdc_trailing_ones_ull(__x) + 1; }
#define stdc_first_trailing_zero(x) _Generic((x), unsigned char: stdc_first_trailing_zero_uc, unsigned short: stdc_first_trailing_zero_us, unsigned int: stdc_first_trailing_zero_ui, unsigned long: stdc_first_trailing_zero_ul, unsigned long long: stdc_first_trailing_zero_ull, _Bool: stdc_first_trailing_zero_uc)(x)
static __inline unsigned stdc_first_trailing_one_uc(unsigned char __x) { return __x == 0 ? 0 : stdc_trailing_zeros_uc(__x) + 1; }
static __inline unsigned stdc_first_trailing_one_us(unsigned short __x) { return __x == 0 ? 0 : stdc_trailing_zeros_us(__x) + 1; }
static __inline unsigned stdc_first_trailing_one_ui(unsigned int __x) { return __x == 0 ? 0 : stdc_trailing_zeros_ui(__x) + 1; }
static __inline unsigned stdc_first_trailing_one_ul(unsigned long __x) { return __x == 0 ? 0 : stdc_trailing_zeros_ul(__x) + 1; }
static __inline unsigned stdc_first_trailing_one_ull(unsigned long long __x) { return __x == 0 ? 0 : stdc_trailing_zeros_ull(__x) + 1; }
#define stdc_first_trailing_one(x) _Generic((x), unsigned char: stdc_first_trailing_one_uc, unsigned short: stdc_first_trailing_one_us, unsigned int: stdc_first_trailing_one_ui, unsigned long: stdc_first_trailing_one_ul, unsigned long long: stdc_first_trailing_one_ull, _Bool: stdc_first_trailing_one_uc)(x)
static __inline unsigned stdc_count_ones_uc(unsigned char __x) { return (unsigned)__builtin_popcountll(__x); }
static __inline unsigned stdc_count_ones_us(unsigned short __x) { return (unsigned)__builtin_popcountll(__x); }
static __inline unsigned stdc_count_ones_ui(unsigned int __x) { return (unsigned)__builtin_popcountll(__x); }
static __inline unsigned stdc_count_ones_ul(unsigned long __x) { return (unsigned)__builtin_popcountll(__x); }
static __inline unsigned stdc_count_ones_ull(unsigned long long __x) { return (unsigned)__builtin_popcountll(__x); }
#define stdc_count_ones(x) _Generic((x), unsigned char: stdc_count_ones_uc, unsigned short: stdc_count_ones_us, unsigned int: stdc_count_ones_ui, unsigned long: stdc_count_ones_ul, unsigned long long: stdc_count_ones_ull, _Bool: stdc_count_ones_uc)(x)
static __inline unsigned stdc_count_zeros_uc(unsigned char __x) { return (8 * (unsigned)sizeof __x) - (unsigned)__builtin_popcountll(__x); }
static __inline unsigned stdc_count_zeros_us(unsigned short __x) { return (8 * (unsigned)sizeof __x) - (unsigned)__builtin_popcountll(__x); }
static __inline unsigned stdc_count_zeros_ui(unsigned int __x) { return (8 * (unsigned)sizeof __x) - (unsigned)__builtin_popcountll(__x); }
static __inline unsigned stdc_count_zeros_ul(unsigned long __x) { return (8 * (unsigned)sizeof __x) - (unsigned)__builtin_popcountll(__x); }
static __inline unsigned stdc_count_zeros_ull(unsigned long long __x) { return (8 * (unsigned)sizeof __x) - (unsigned)__builtin_popcountll(__x); }
#define stdc_count_zeros(x) _Generic((x), unsigned char: stdc_count_zeros_uc, unsigned short: stdc_count_zeros_us, unsigned int: stdc_count_zeros_ui, unsigned long: stdc_count_zeros_ul, unsigned long long: stdc_count_zeros_ull, _Bool: stdc_count_zeros_uc)(x)
static __inline _Bool stdc_has_single_bit_uc(unsigned char __x) { return __x != 0 && (__x & (__x - 1)) == 0; }
static __inline _Bool stdc_has_single_bit_us(unsigned short __x) { return __x != 0 && (__x & (__x - 1)) == 0; }
static __inline _Bool stdc_has_single_bit_ui(unsigned int __x) { return __x != 0 && (__x & (__x - 1)) == 0; }
static __inline _Bool stdc_has_single_bit_ul(unsigned long __x) { return __x != 0 && (__x & (__x - 1)) == 0; }
static __inline _Bool stdc_has_single_bit_ull(unsigned long long __x) { return __x != 0 && (__x & (__x - 1)) == 0; }
#define stdc_has_single_bit(x) _Generic((x), unsigned char: stdc_has_single_bit_uc, unsigned short: stdc_has_single_bit_us, unsigned int: stdc_has_single_bit_ui, unsigned long: stdc_has_single_bit_ul, unsigned long long: stdc_has_single_bit_ull, _Bool: stdc_has_single_bit_uc)(x)
static __inline unsigned stdc_bit_width_uc(unsigned char __x) { return (8 * (unsigned)sizeof __x) - stdc_leading_zeros_uc(__x); }
static __inline unsigned stdc_bit_width_us(unsigned short __x) { return (8 * (unsigned)sizeof __x) - stdc_leading_zeros_us(__x); }
static __inline unsigned stdc_bit_width_ui(unsigned int __x) { return (8 * (unsigned)sizeof __x) - stdc_leading_zeros_ui(__x); }
static __inline unsigned stdc_bit_width_ul(unsigned long __x) { return (8 * (unsigned)sizeof __x) - stdc_leading_zeros_ul(__x); }
static __inline unsigned stdc_bit_width_ull(unsigned long long __x) { return (8 * (unsigned)sizeof __x) - stdc_leading_zeros_ull(__x); }
#define stdc_bit_width(x) _Generic((x), unsigned char: stdc_bit_width_uc, unsigned short: stdc_bit_width_us, unsigned int: stdc_bit_width_ui, unsigned long: stdc_bit_width_ul, unsigned long long: stdc_bit_width_ull, _Bool: stdc_bit_width_uc)(x)
static __inline unsigned char stdc_bit_floor_uc(unsigned char __x) { return __x == 0 ? 0 : (unsigned char)((unsigned char)1 << (stdc_bit_width_uc(__x) - 1)); }
static __inline unsigned short stdc_bit_floor_us(unsigned short __x) { return __x == 0 ? 0 : (unsigned short)((unsigned short)1 << (stdc_bit_width_us(__x) - 1)); }
static __inline unsigned int stdc_bit_floor_ui(unsigned int __x) { return __x == 0 ? 0 : (unsigned int)((unsigned int)1 << (stdc_bit_width_ui(__x) - 1)); }
static __inline unsigned long stdc_bit_floor_ul(unsigned long __x) { return __x == 0 ? 0 : (unsigned long)((unsigned long)1 << (stdc_bit_width_ul(__x) - 1)); }
static __inline unsigned long long stdc_bit_floor_ull(unsigned long long __x) { return __x == 0 ? 0 : (unsigned long long)((unsigned long long)1 << (stdc_bit_width_ull(__x) - 1)); }
#define stdc_bit_floor(x) _Generic((x), unsigned char: stdc_bit_floor_uc, unsigned short: stdc_bit_floor_us, unsigned int: stdc_bit_floor_ui, unsigned long: stdc_bit_floor_ul, unsigned long long: stdc_bit_floor_ull, _Bool: stdc_bit_floor_uc)(x)
static __inline unsigned char stdc_bit_ceil_uc(unsigned char __x) { return __x <= 1 ? 1 : (unsigned char)((unsigned char)2 << (stdc_bit_width_uc(__x - 1) - 1)); }
static __inline unsigned short stdc_bit_ceil_us(unsigned short __x) { return __x <= 1 ? 1 : (unsigned short)((unsigned short)2 << (stdc_bit_width_us(__x - 1) - 1)); }
static __inline unsigned int stdc_bit_ceil_ui(unsigned int __x) { return __x <= 1 ? 1 : (unsigned int)((unsigned int)2 << (stdc_bit_width_ui(__x - 1) - 1)); }
static __inline unsigned long stdc_bit_ceil_ul(unsigned long __x) { return __x <= 1 ? 1 : (unsigned long)((unsigned long)2 << (stdc_bit_width_ul(__x - 1) - 1)); }
static __inline unsigned long long stdc_bit_ceil_ull(unsigned long long __x) { return __x <= 1 ? 1 : (unsigned long long)((unsigned long long)2 << (stdc_bit_width_ull(__x - 1) - 1)); }
#define stdc_bit_ceil(x) _Generic((x), unsigned char: stdc_bit_ceil_uc, unsigned short: stdc_bit_ceil_us, unsigned int: stdc_bit_ceil_ui, unsigned long: stdc_bit_ceil_ul, unsigned long long: stdc_bit_ceil_ull, _Bool: stdc_bit_ceil_uc)(x)
#endif
