/* Any pattern of three ASCII characters in any such text of three: a match begins in the text. */
#include <assert.h>
#include "re.h"
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char pattern[4], text[4];
  int length = 0;
  for (int i = 0; i < 3; i++) {
    pattern[i] = __VERIFIER_nondet_char();
    text[i] = __VERIFIER_nondet_char();
    if (pattern[i] < 0 || text[i] < 0) return 0;
  }
  pattern[3] = text[3] = 0;
  int at = re_match(pattern, text, &length);
  assert(at >= -1 && at < 3);
  return 0;
}
