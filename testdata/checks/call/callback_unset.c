// CWE-476
// fault: valid-call|valid-deref
// witness: 0
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

static void (*notify)(int);
static int seen;
static void note(int x) { seen = x; }
int main(void) {
  unsigned char subscribe = __VERIFIER_nondet_uchar();
  if (subscribe)
    notify = note;
#ifndef BAD
  if (notify)
#endif
  notify(3); // FAULT
  assert(!subscribe || seen == 3);
  return 0;
}
