/* Any six bytes as a block: what comes out has room. */
#include <assert.h>
#include "lz4.h"
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char in[6], out[16];
  for (int i = 0; i < 6; i++) in[i] = __VERIFIER_nondet_char();
  int n = LZ4_decompress_safe(in, out, sizeof in, sizeof out);
  assert(n <= (int)sizeof out);
  return 0;
}
