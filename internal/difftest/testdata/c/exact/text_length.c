// pair
// strcpy, strlen and strchr of a text whose end is an input.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char s[8] = "aaaaaaa", t[10] = "..";
  unsigned n = __VERIFIER_nondet_uint() % 7;
  s[n] = 0;
  strcpy(t + 2, s);
  if (n) t[1 + n] = 'b';
  char *p = strchr(t, 'b');
#ifndef UNSAFE
  assert(strlen(t) == n + 2 && (n ? p == t + 1 + n : p == NULL));
#else
  assert(strlen(t) != 7 || p != t + 6);
#endif
  return 0;
}
