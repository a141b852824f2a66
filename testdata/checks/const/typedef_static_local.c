// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#ifdef BAD
typedef const struct { int a; } fixed;
#else
typedef struct { int a; } fixed;
#endif
int main(void) {
  static fixed x[2] = {{1}, {2}};
  int *p = (int *)&x[1];
  *p = 5; // FAULT
  return x[0].a == 3;
}
