// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#ifdef BAD
typedef const int number;
#else
typedef int number;
#endif
int main(void) {
  number n = 3;
  int *p = (int *)&n;
  *p = 4; // FAULT
  return n - 4;
}
