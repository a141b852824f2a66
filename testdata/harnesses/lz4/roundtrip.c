/* Four free bytes, compressed and decompressed, come back. */
#include <assert.h>
#include <string.h>
#include "lz4.h"
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char in[4], block[32], out[4];
  for (int i = 0; i < 4; i++) in[i] = __VERIFIER_nondet_char();
  int n = LZ4_compress_default(in, block, sizeof in, sizeof block);
  assert(n > 0 && n <= (int)sizeof block);
  int m = LZ4_decompress_safe(block, out, n, sizeof out);
  assert(m == 4);
  assert(memcmp(in, out, 4) == 0);
  return 0;
}
