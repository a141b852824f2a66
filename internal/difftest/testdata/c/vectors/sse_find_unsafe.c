// false
#include <assert.h>
#include <emmintrin.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static int find(const unsigned char *s, int n, unsigned char c) {
  int i = 0;
  __m128i k = _mm_set1_epi8((char)c);
  for (; i + 16 <= n; i += 16) {
    int m = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(s + i)), k));
    if (m) return i + 31 - __builtin_clz(m);
  }
  for (; i < n; i++)
    if (s[i] == c) return i;
  return -1;
}
int main(void) {
  unsigned char b[19] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 9, 16, 17, 18}, c = __VERIFIER_nondet_uchar();
  int k = find(b, 19, c);
  assert(c < 19 ? k == c : k == -1);
  return 0;
}
