// CWE-843: a write to what is const
// fault: valid-deref
// witness: 2
// sanitizers: do not see this
// models: LP64 ILP32
unsigned __VERIFIER_nondet_uint(void);
static int sum(const int *a, unsigned n) {
  int s = 0;
  for (unsigned i = 0; i < n; i++)
    s += a[i];
  return s;
}
int main(void) {
  const int table[4] = {1, 2, 3, 4};
  int copy[4] = {1, 2, 3, 4};
  unsigned i = __VERIFIER_nondet_uint() % 4;
#ifdef BAD
  int *p = (int *)table;
#else
  int *p = copy;
#endif
  p[i] = 0; // FAULT
  return sum(table, 4) + sum(copy, 4) > 20;
}
