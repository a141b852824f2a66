// false --check=default
// inputs: 4 34 34 34 34
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* a quote or backslash becomes two bytes */
static unsigned char in[500];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 500) return 0;
  for (unsigned i = 0; i < n; i++) in[i] = __VERIFIER_nondet_uchar();
  unsigned char *out = malloc(2 * n - (n > 3)), *to = out;
  if (!out) return 0;
  for (unsigned i = 0; i < n; i++) {
    if (in[i] == '"' || in[i] == '\\') *to++ = '\\';
    *to++ = in[i];
  }
  assert(to - out <= 2 * (long)n);
  free(out);
  return 0;
}
