// CWE-843: a write to what is const
// fault: valid-deref
// witness: 1
// sanitizers: do not see this
// models: LP64 ILP32
int *where;
int __VERIFIER_nondet_int(void);
static void write_it(void) {
  if (where)
    *where = 1; // FAULT
}
int main(void) {
  const int fixed = 5;
  int loose = 5;
  where = &loose;
#ifdef BAD
  if (__VERIFIER_nondet_int())
    where = (int *)&fixed;
#endif
  write_it();
  return fixed + loose - 6;
}
