// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
typedef volatile int number;
#ifdef BAD
struct s { const number n; int m; };
#else
struct s { number n; const int m; };
#endif
int main(void) {
  struct s x = {1, 2};
  *(int *)&x.n = 5; // FAULT
  return x.m == 3;
}
