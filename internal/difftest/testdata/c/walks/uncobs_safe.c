// true --check=default
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* decodes consistent overhead byte stuffing with groups of at most seven bytes */
static unsigned char in[500], out[500];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 500) return 0;
  for (unsigned i = 0; i < n; i++) in[i] = __VERIFIER_nondet_uchar();
  const unsigned char *p = in, *end = in + n;
  unsigned char *to = out;
  while (p < end) {
    unsigned code = *p++ & 7;
    if (code == 0 || end - p < (long)code - 1) break;
    for (unsigned k = 1; k < code; k++) *to++ = *p++;
    if (code < 7 && p < end) *to++ = 0;
  }
  assert(to - out <= (long)n);
  return 0;
}
