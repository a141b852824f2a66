// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
struct pair { int a, b; };
typedef const struct pair fixed;
struct outer { struct pair p; fixed q; };
int main(void) {
  struct outer o = {{1, 2}, {3, 4}};
#ifdef BAD
  int *p = (int *)&o.q.b;
#else
  int *p = (int *)&o.p.b;
#endif
  *p = 5; // FAULT
  return o.p.a - 1;
}
