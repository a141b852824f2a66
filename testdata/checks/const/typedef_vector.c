// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
typedef int four __attribute__((vector_size(16)));
#ifdef BAD
typedef const four fixed;
#else
typedef four fixed;
#endif
int main(void) {
  fixed v = {1, 2, 3, 4};
  int *p = (int *)&v;
  p[2] = 5; // FAULT
  return *p - 1;
}
