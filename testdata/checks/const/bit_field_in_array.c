// CWE-843: a write to what is const
// fault: valid-deref
// witness: 1
// sanitizers: do not see this
// models: LP64 ILP32
unsigned __VERIFIER_nondet_uint(void);
struct flags { unsigned a : 9; const unsigned b : 9; unsigned c; };
int main(void) {
  struct flags x[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  struct flags *p = &x[__VERIFIER_nondet_uint() % 3];
  p->a = 100;
#ifdef BAD
  ((unsigned char *)p)[1] = 0; // FAULT
#else
  ((unsigned char *)p)[0] = 0;
#endif
  p->c = 7;
  return x[0].b != 2;
}
