/* Any pattern of four bytes: letters always compile. */
#include <assert.h>
#include <stddef.h>
#include "re.h"
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char pattern[5];
  int letters = 1;
  for (int i = 0; i < 4; i++) {
    pattern[i] = __VERIFIER_nondet_char();
    if (pattern[i] < 'a' || pattern[i] > 'z') letters = 0;
  }
  pattern[4] = 0;
  re_t compiled = re_compile(pattern);
  if (letters) assert(compiled != NULL);
  return 0;
}
