/* Two strings of up to three free bytes one after the other: the length is the sum. */
#include <assert.h>
#include <stddef.h>
#include "sds.h"
extern char __VERIFIER_nondet_char(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  char first[3], second[3];
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  if (n > 3 || m > 3) return 0;
  for (int i = 0; i < 3; i++) {
    first[i] = __VERIFIER_nondet_char();
    second[i] = __VERIFIER_nondet_char();
  }
  sds s = sdsnewlen(first, n);
  if (s == NULL) return 0;
  s = sdscatlen(s, second, m);
  if (s == NULL) return 0;
  assert(sdslen(s) == n + m);
  if (m > 0) assert(s[n] == second[0]);
  assert(s[n + m] == 0);
  sdsfree(s);
  return 0;
}
