/* A request with a free byte in its path and a free digit in its version. */
#include <assert.h>
#include <stddef.h>
#include "picohttpparser.h"
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[] = "GET /x HTTP/1.0\r\n\r\n";
  const char *method, *path;
  size_t method_len, path_len, count = 2;
  int minor;
  struct phr_header headers[2];
  char c = __VERIFIER_nondet_char(), d = __VERIFIER_nondet_char();
  if (c < 'a' || c > 'z' || d < '0' || d > '9') return 0;
  text[5] = c;
  text[14] = d;
  int n = phr_parse_request(text, sizeof text - 1, &method, &method_len, &path, &path_len, &minor, headers, &count, 0);
  assert(n == (int)sizeof text - 1);
  assert(method_len == 3 && path_len == 2 && path[1] == c && minor == d - '0' && count == 0);
  return 0;
}
