// CWE-476
// fault: valid-argument|valid-deref
// witness: 0
#include <assert.h>
#include <stdlib.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char given = __VERIFIER_nondet_uchar();
  const char *s = given ? "on" : NULL;
#ifdef BAD
  int on = strcmp(s, "on") == 0; // FAULT
#else
  int on = s && strcmp(s, "on") == 0;
#endif
  assert(on == (given != 0));
  return 0;
}
