// CWE-476
// fault: valid-deref
// witness: 0
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

struct conf { int pad; int port; };
int main(void) {
  struct conf c = {0, 80}, *p;
  unsigned char given = __VERIFIER_nondet_uchar();
  p = given ? &c : NULL;
#ifdef BAD
  int port = p->port; // FAULT
#else
  int port = p ? p->port : 80;
#endif
  assert(port == 80);
  return 0;
}
