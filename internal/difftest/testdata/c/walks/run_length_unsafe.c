// false --check=default
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* a record is a count and a byte; the output has room for what its caller says */
static unsigned char *expand(const unsigned char *in, const unsigned char *end, unsigned char *out,
                             unsigned char *last) {
  while (end - in >= 2) {
    unsigned count = in[0] & 7;
    if (last - out < (long)count - 1) break;
    for (unsigned k = 0; k < count; k++) *out++ = in[1];
    in += 2;
  }
  return out;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  if (n > 300 || m == 0 || m > 900) return 0;
  unsigned char in[300], *out = malloc(m);
  if (!out) return 0;
  for (unsigned i = 0; i < n; i++) in[i] = __VERIFIER_nondet_uchar();
  unsigned char *to = expand(in, in + n, out, out + m);
  assert(to - out <= (long)m);
  free(out);
  return 0;
}
