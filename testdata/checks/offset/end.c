// CWE-119
// fault: valid-deref
// witness: 
// models: LP64 ILP32
// sanitizers: do not see this

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char a[8] = {0}, *end = a + sizeof a, *p = a;
  unsigned n = __VERIFIER_nondet_uint();
#ifdef BAD
  if (n > (unsigned)(end - p) && n != 9)
#else
  if (n > (unsigned)(end - p))
#endif
    return 0;
  for (end = p + n; p < end; p++)
    *p = 1; // FAULT
  return 0;
}
