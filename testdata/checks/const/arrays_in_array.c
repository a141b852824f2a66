// CWE-843: a write to what is const
// fault: valid-deref
// witness: 1
// sanitizers: do not see this
// models: LP64 ILP32
unsigned __VERIFIER_nondet_uint(void);
struct in { const int a; int b; };
struct out { int n; struct in list[2]; };
int main(void) {
  static struct out x[3];
  unsigned i = __VERIFIER_nondet_uint() % 3;
  int *p = &x[i].n;
#ifdef BAD
  p++;
#endif
  *p = 7; // FAULT
  return x[0].list[0].a;
}
