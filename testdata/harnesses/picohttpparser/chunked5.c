/* Any five bytes in chunks: what is decoded is not longer. */
#include <assert.h>
#include <stddef.h>
#include <string.h>
#include "picohttpparser.h"
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[5];
  size_t size = sizeof text;
  struct phr_chunked_decoder decoder;
  memset(&decoder, 0, sizeof decoder);
  for (int i = 0; i < 5; i++) text[i] = __VERIFIER_nondet_char();
  ssize_t n = phr_decode_chunked(&decoder, text, &size);
  assert(n >= -2 && n <= 5);
  assert(size <= 5);
  return 0;
}
