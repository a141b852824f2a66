// CWE-562: the address of a variable of a function that returned
// fault: valid-deref
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE int *
#define START 0
static int *address(void) {
#ifdef BAD
  int x = 3;
#else
  static int x = 3;
#endif
  int *volatile p = &x;
  return p;
}
#define SOURCE(data) data = address();
#define SINK(data) { if (*(data) != 3) __builtin_trap(); }
