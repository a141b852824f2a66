// false
#include <assert.h>
#include <errno.h>
#include <emmintrin.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  short s = (short)x, t = (short)y;
  __v8hi r = (__v8hi)_mm_add_epi16(_mm_set1_epi16(s), _mm_set1_epi16(t));
  int sum = s + t;
  assert(r[5] == (sum > 32767 ? 32767 : sum < -32768 ? -32768 : sum));
  errno = 0;
  __m128 q = _mm_sqrt_ps(_mm_set1_ps(-1.0f));
  assert(errno == 0 && _mm_movemask_ps(_mm_cmpeq_ps(q, q)) == 0);
  return 0;
}
