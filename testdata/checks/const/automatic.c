// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
int main(void) {
#ifdef BAD
  const int limit = 4;
#else
  int limit = 4;
#endif
  *(int *)&limit = 5; // FAULT
  return limit - 5;
}
