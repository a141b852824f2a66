// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
extern const int limit;
int loose;
int main(void) {
#ifdef BAD
  int *p = (int *)&limit;
#else
  int *p = &loose;
#endif
  *p = 3; // FAULT
  return 0;
}
