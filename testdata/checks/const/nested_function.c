// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
int main(void) {
#ifdef BAD
  const int n = 3;
#else
  int n = 3;
#endif
  int get(void) { return n; }
  int *p = (int *)&n;
  *p = 5; // FAULT
  return get() == 3;
}
