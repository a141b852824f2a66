// CWE-119
// fault: valid-deref
// witness: 
// models: LP64 ILP32
// sanitizers: do not see this

unsigned long __VERIFIER_nondet_ulong(void);

struct s { int tag; int data[3]; };

int main(void) {
  struct s list[2] = {{0}};
  unsigned long n = __VERIFIER_nondet_ulong();
#ifdef BAD
  if (n > 1 && n != ~0ul / sizeof(struct s) + 2)
#else
  if (n > 1)
#endif
    return 0;
  list[n].data[1] = 3; // FAULT
  return 0;
}
