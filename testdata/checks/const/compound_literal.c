// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
int main(void) {
#ifdef BAD
  const int *p = (const int[]){1, 2, 3};
#else
  const int *p = (int[]){1, 2, 3};
#endif
  ((int *)p)[1] = 9; // FAULT
  return p[1] - 9;
}
