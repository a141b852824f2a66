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
  int *p = (int *)(number[]){1, 2};
  p[1] = 3; // FAULT
  return *p - 1;
}
