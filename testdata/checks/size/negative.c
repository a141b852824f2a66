// CWE-129
// fault: valid-size
// witness: -1
// models: LP64 ILP32

int __VERIFIER_nondet_int(void);

static int sum(int n) {
  char seen[n]; // FAULT
  int s = 0;
  for (int i = 0; i < n; i++)
    s += (seen[i] = i);
  return s;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef BAD
  if (n > 8 || n < -8)
#else
  if (n > 8 || n < 1)
#endif
    return 0;
  return sum(n) < 0;
}
