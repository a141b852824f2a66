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
struct pair { int tag; number n; };
int main(void) {
  struct pair x = {1, 2};
  int *p = &x.tag;
  p[1] = 4; // FAULT
  return x.tag - 1;
}
