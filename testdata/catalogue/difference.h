// Toyota ptr_subtraction: elements for bytes
// fault: valid-deref
// sanitizers: do not see this
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data) data = 4;
#else
#define SOURCE(data) data = 1;
#endif
#define SINK(data)                                                                                         \
  { int a[6], *p = &a[5], *q = p - 5 * (data); *q = 3; if (a[0] != 3 && (data) == 1) __builtin_trap(); }
