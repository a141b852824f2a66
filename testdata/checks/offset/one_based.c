// CWE-193
// fault: valid-deref
// witness: 200
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

struct heap { int *v, n; };

int main(void) {
  int a[4] = {4, 3, 2, 1};
  struct heap h = {a - 1, 4};
  int i = __VERIFIER_nondet_uchar() % 4;
#ifndef BAD
  i++;
#endif
  return h.v[i]; // FAULT
}
