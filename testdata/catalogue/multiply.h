// CWE-190: a product beyond the largest int
// fault: no-overflow
// witness: 65536
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data) data = __VERIFIER_nondet_int();
#else
#define SOURCE(data)                           \
  data = __VERIFIER_nondet_int();              \
  if (data > 1000 || data < -1000) data = 0;
#endif
#define SINK(data) { int square = (data) * (data); if (square < 0) __builtin_trap(); }
