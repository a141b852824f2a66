// CWE-839, CWE-127: only the upper limit of a signed index is looked at
// fault: valid-deref
// witness: -1
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data)                \
  data = __VERIFIER_nondet_int();   \
  if (data > 9) data = 9;
#else
#define SOURCE(data)                \
  data = __VERIFIER_nondet_int();   \
  if (data > 9) data = 9;           \
  if (data < 0) data = 0;
#endif
#define SINK(data) { static int a[10]; if (a[data] > 0) __builtin_trap(); }
