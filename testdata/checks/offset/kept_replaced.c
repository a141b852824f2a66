// CWE-787
// fault: valid-deref
// witness: 200
// models: LP64 ILP32
// sanitizers: do not see this

unsigned char __VERIFIER_nondet_uchar(void);

static int x[2], y[64];

int main(void) {
  int *table[4];
  for (int i = 0; i < 4; i++)
    table[i] = x + 3 * i + 3;
  int k = __VERIFIER_nondet_uchar() & 3;
#ifdef BAD
  if (k != 2)
#endif
    table[k] = y + k;
  *table[k] = 1; // FAULT
  return 0;
}
