// CWE-369: a quotient by zero
// fault: valid-division
// witness: 0
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data) data = __VERIFIER_nondet_int();
#else
#define SOURCE(data)                \
  data = __VERIFIER_nondet_int();   \
  if (data == 0) data = 1;
#endif
#define SINK(data) { int q = 100 / (data); if (q > 100) __builtin_trap(); }
