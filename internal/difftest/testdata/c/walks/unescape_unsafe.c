// false --check=default
// inputs: 1 92
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* decodes \x to x, by pointers into both blocks */
static size_t unescape(const unsigned char *in, const unsigned char *end, unsigned char *out) {
  unsigned char *start = out;
  while (in < end) {
    unsigned char c = *in++;
    if (c == '\\' ) c = *in++;
    *out++ = c;
  }
  return out - start;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000) return 0;
  unsigned char *in = malloc(n), *out = malloc(n);
  if (in && out) {
    for (unsigned i = 0; i < n; i++) in[i] = __VERIFIER_nondet_uchar();
    size_t m = unescape(in, in + n, out);
    assert(m <= n);
  }
  free(in);
  free(out);
  return 0;
}
