// CWE-121, CWE-129: an index from outside, without its upper limit
// fault: valid-deref
// witness: 10
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data)                \
  data = __VERIFIER_nondet_int();   \
  if (data < 0) data = 0;
#else
#define SOURCE(data)                      \
  data = __VERIFIER_nondet_int();         \
  if (data < 0 || data >= 10) data = 9;
#endif
#define SINK(data) { int a[10] = {0}; a[data] = 1; if (a[data] != 1) __builtin_trap(); }
