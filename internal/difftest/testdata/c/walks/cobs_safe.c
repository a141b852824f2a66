// true --check=default
#include <assert.h>
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
/* consistent overhead byte stuffing with groups of at most seven bytes: `code` leads to the place of the next count */
static unsigned char in[500];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 500) return 0;
  for (unsigned i = 0; i < n; i++) in[i] = __VERIFIER_nondet_uchar();
  unsigned char *out = malloc(2 * n + 1);
  if (!out) return 0;
  unsigned char *to = out + 1, *code = out, count = 1;
  for (const unsigned char *p = in; p < in + n; p++) {
    if (*p) {
      *to++ = *p;
      count++;
    }
    if (!*p || count == 8) {
      *code = count;
      code = to++;
      count = 1;
    }
  }
  *code = count;
  free(out);
  return 0;
}
