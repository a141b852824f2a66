// CWE-843: a write to what is const
// fault: valid-deref
// witness: 1
// sanitizers: do not see this
// models: LP64 ILP32
int __VERIFIER_nondet_int(void);
int main(void) {
  char text[] = "hello";
  char *p = text;
#ifdef BAD
  if (__VERIFIER_nondet_int() == 1)
    p = "hello";
#endif
  *p = 'j'; // FAULT
  return text[0] == 0;
}
