// pair --check=default
// Records of a length and that many bytes follow each other.
// inputs: 3 0 0 0 2 0
#include <assert.h>
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char b[6];
  int i, n = 0, sum = 0;
  for (i = 0; i < 6; i++) b[i] = __VERIFIER_nondet_uchar();
  const unsigned char *p = b, *end = b + 6;
  while (p < end) {
    int len = *p++;
    if (len == 0) continue;
    if (len > 3) return 0;
#ifndef UNSAFE
    if (len > end - p) return 0;
#else
    if (len > end - p + 1) return 0;
#endif
    for (i = 0; i < len; i++) sum += p[i];
    p += len;
    n++;
  }
  assert(n <= 3 && sum <= 5 * 255);
  assert(p == end);
  return 0;
}
