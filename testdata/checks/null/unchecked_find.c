// CWE-476
// fault: valid-deref
// witness: 9
#include <assert.h>
#include <stdlib.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int keys[3] = {1, 2, 3};
static int *find(int k) {
  for (int i = 0; i < 3; i++)
    if (keys[i] == k)
      return &keys[i];
  return NULL;
}
int main(void) {
  unsigned char k = __VERIFIER_nondet_uchar();
  int *p = find(k);
#ifndef BAD
  if (p)
#endif
  assert(*p == k); // FAULT
  return 0;
}
