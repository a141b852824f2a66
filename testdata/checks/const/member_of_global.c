// CWE-843: a write to what is const
// fault: valid-deref
// witness: 7
// sanitizers: do not see this
// models: LP64 ILP32
struct node { const int id; int value; };
struct node n = {1, 2};
int __VERIFIER_nondet_int(void);
static void set(int *p, int v) { *p = v; } // FAULT
int main(void) {
  int v = __VERIFIER_nondet_int();
#ifdef BAD
  set((int *)&n.id, v);
#else
  set(&n.value, v);
#endif
  return n.id - 1;
}
