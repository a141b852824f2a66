// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#ifdef BAD
static const int limit = 3;
#else
static int limit = 3;
#endif
int main(void) {
  __typeof__(limit) copy = limit + 1;
  int *p = (int *)&copy;
  *p = 5; // FAULT
  return copy == limit;
}
