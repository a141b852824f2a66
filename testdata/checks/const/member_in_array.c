// CWE-843: a write to what is const
// fault: valid-deref
// witness: 2
// sanitizers: do not see this
// models: LP64 ILP32
struct node { int value; const int id; };
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  struct node a[3] = {{1, 10}, {2, 20}, {3, 30}};
  unsigned i = __VERIFIER_nondet_uint() % 3;
  int *p = &a[i].value;
#ifdef BAD
  p++;
#endif
  *p = 5; // FAULT
  return a[0].id + a[1].id + a[2].id - 60;
}
