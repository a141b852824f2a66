/* A string of up to eight free bytes has its length and ends with a null byte. */
#include <assert.h>
#include <stddef.h>
#include "sds.h"
extern char __VERIFIER_nondet_char(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  char bytes[8];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > sizeof bytes) return 0;
  for (unsigned i = 0; i < n; i++) bytes[i] = __VERIFIER_nondet_char();
  sds s = sdsnewlen(bytes, n);
  if (s == NULL) return 0;
  assert(sdslen(s) == n);
  assert(s[n] == 0);
  sdsfree(s);
  return 0;
}
