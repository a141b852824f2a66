/* Any pattern of three bytes in any text of three bytes: a match begins in the text. The matcher hands plain chars to
 * isdigit, which a negative one violates. */
#include <assert.h>
#include "re.h"
extern char __VERIFIER_nondet_char(void);

int main(void) {
  char pattern[4], text[4];
  int length = 0;
  for (int i = 0; i < 3; i++) {
    pattern[i] = __VERIFIER_nondet_char();
    text[i] = __VERIFIER_nondet_char();
  }
  pattern[3] = text[3] = 0;
  int at = re_match(pattern, text, &length);
  assert(at >= -1 && at < 3);
  return 0;
}
