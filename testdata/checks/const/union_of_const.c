// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
union number { const int i; const float f; };
struct tagged { int tag; union number n; };
int main(void) {
  struct tagged x = {1, {2}};
  int *p = &x.tag;
#ifdef BAD
  p = (int *)&x.n;
#endif
  *p = 3; // FAULT
  return x.tag != 3;
}
