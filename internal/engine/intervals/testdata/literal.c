/* String literals never change. */
#include "common.h"
int main(void) {
  const char *s = "abc";
  char c;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  CHECK(s[1] == S('b', 'c'));
  c = s[i];
  CHECK(c == 0 || c >= 'a');
  return 0;
}
