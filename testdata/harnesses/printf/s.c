/* A text of up to four free bytes comes out with its length. */
#include <assert.h>
#include <string.h>
#include "printf.h"
extern char __VERIFIER_nondet_char(void);

void _putchar(char c) { (void)c; }

int main(void) {
  char in[5], out[8];
  for (int i = 0; i < 4; i++) in[i] = __VERIFIER_nondet_char();
  in[4] = 0;
  int n = snprintf_(out, sizeof out, "%s", in);
  assert(n == (int)strlen(in));
  assert(out[0] == in[0]);
  return 0;
}
