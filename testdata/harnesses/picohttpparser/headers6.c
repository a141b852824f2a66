/* Any six bytes as headers: refused, not complete, or consumed, with names in the text. */
#include <assert.h>
#include <stddef.h>
#include "picohttpparser.h"
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[6];
  struct phr_header headers[2];
  size_t count = 2;
  for (int i = 0; i < 6; i++) text[i] = __VERIFIER_nondet_char();
  int n = phr_parse_headers(text, sizeof text, headers, &count, 0);
  assert(n == -2 || n == -1 || (n > 0 && n <= 6));
  if (n > 0) {
    assert(count <= 2);
    if (count > 0) assert(headers[0].name_len + headers[0].value_len < 6);
  }
  return 0;
}
