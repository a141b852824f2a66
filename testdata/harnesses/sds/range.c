/* A part of a string, with free bounds from -8 to 8, is never longer than the string. */
#include <assert.h>
#include <stddef.h>
#include "sds.h"
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int from = __VERIFIER_nondet_int(), to = __VERIFIER_nondet_int();
  if (from < -8 || from > 8 || to < -8 || to > 8) return 0;
  sds s = sdsnewlen("abcdef", 6);
  if (s == NULL) return 0;
  sdsrange(s, from, to);
  assert(sdslen(s) <= 6);
  assert(s[sdslen(s)] == 0);
  sdsfree(s);
  return 0;
}
