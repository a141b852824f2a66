// false --check=default
// inputs: 3 48 48 48 48
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* two digits become a byte */
static int digit(unsigned char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 400) return 0;
  unsigned char in[400], *bytes = malloc(n / 2);
  if (!bytes) return 0;
  for (unsigned i = 0; i <= n && i < 400; i++) in[i] = __VERIFIER_nondet_uchar();
  const unsigned char *p = in, *end = in + n;
  unsigned char *to = bytes;
  while (p != end) {
    int high = digit(*p++), low = digit(*p++);
    if (high < 0 || low < 0) break;
    *to++ = (unsigned char)(high << 4 | low);
  }
  free(bytes);
  return 0;
}
