/* A loop made of gotos, with two entries. */
#include "common.h"
int main(void) {
  int i = 0;
  if (__VERIFIER_nondet_int()) goto middle;
top:
  i = i + 1;
middle:
  if (i < 10) goto top;
  CHECK(i == S(10, 11));
  return 0;
}
