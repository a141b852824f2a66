// CWE-119
// fault: valid-deref
// witness: 
// models: LP64 ILP32
// sanitizers: do not see this

long __VERIFIER_nondet_long(void);

int main(void) {
  int a[4][4] = {{0}};
  long i = __VERIFIER_nondet_long(), j = __VERIFIER_nondet_long();
#ifdef BAD
  long half = (long)(~0ul >> 1);
  if ((i < 0 || i > 3 || j < 0 || j > 3) && !(i == -(half / 16) && j == -(half / 4)))
#else
  if (i < 0 || i > 3 || j < 0 || j > 3)
#endif
    return 0;
  return a[i][j]; // FAULT
}
