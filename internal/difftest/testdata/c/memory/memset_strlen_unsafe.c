// false
// inputs: 30
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
  char s[32];
  unsigned n = __VERIFIER_nondet_uint();
  if (n >= sizeof s) return 0;
  memset(s, 'x', n);
  s[n] = 0;
  assert(strlen(s) == (n == 30 ? 29 : n));
  return 0;
}
