// false
// inputs: 16
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
/* end pointers and alignment */
static int sum(const unsigned char *p, const unsigned char *end) {
  int s = 0;
  while (p < end) s += *p++;
  return s;
}
int main(void) {
  unsigned char buf[16];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 16) return 0;
  for (unsigned i = 0; i < 16; i++) buf[i] = 2;
  int s = sum(buf, buf + n);
  assert(s == 2 * (int)n + (n == 16));
  int other;
  assert((void *)&other != (void *)buf);
  assert(((uintptr_t)&other & (sizeof other - 1)) == 0);
  unsigned char *m = malloc(40);
  if (m) {
    assert(((uintptr_t)m & 7) == 0);
    unsigned char *al = (unsigned char *)(((uintptr_t)(m + 3) + 7) & ~(uintptr_t)7);
    assert(al > m && al <= m + 10);
    assert(m + 40 <= buf || m >= buf + 16);
    free(m);
  }
  return 0;
}
