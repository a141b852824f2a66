// true --64 -std=c23
// gcc: newer
#include <assert.h>
#include <stdbit.h>
int main(void) {
  unsigned char c = 0x1c;
  unsigned short s = 0xfff0;
  unsigned u = 0x80000001u;
  unsigned long long q = 1ull << 40;
  assert(stdc_leading_zeros(c) == 3 && stdc_leading_ones(s) == 12 && stdc_trailing_zeros(q) == 40 && stdc_trailing_ones(u) == 1);
  assert(stdc_first_leading_one(c) == 4 && stdc_first_trailing_zero(u) == 2 && stdc_first_leading_zero((unsigned char)255) == 0);
  assert(stdc_count_ones(s) == 12 && stdc_count_zeros(c) == 5 && stdc_has_single_bit(q) && !stdc_has_single_bit(u));
  assert(stdc_bit_width(c) == 5 && stdc_bit_floor(c) == 16 && stdc_bit_ceil(c) == 32 && stdc_bit_width(0u) == 0);
  assert(stdc_bit_floor(0u) == 0 && stdc_bit_ceil(1u) == 1 && stdc_trailing_zeros(0u) == 32);
  static_assert(_Generic(stdc_bit_floor(c), unsigned char: 1, default: 0) && _Generic(stdc_has_single_bit(c), bool: 1, default: 0));
  return 0;
}
