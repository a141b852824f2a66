// CWE-476
// fault: valid-call|valid-deref
// witness: 1
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

struct ops { int (*open)(int); int (*close)(int); };
static int ok(int x) { return x >= 0; }
int main(void) {
  struct ops full = {ok, ok}, part = {ok, NULL}, *o;
  unsigned char which = __VERIFIER_nondet_uchar();
  o = which ? &part : &full;
  assert(o->open(1));
#ifndef BAD
  if (o->close)
#endif
  o->close(1); // FAULT
  return 0;
}
