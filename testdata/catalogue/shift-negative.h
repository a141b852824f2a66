// CWE-758: a shift by a negative amount
// fault: valid-shift
// witness: -1
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data)                \
  data = __VERIFIER_nondet_int();   \
  if (data > 31) data = 31;
#else
#define SOURCE(data)                      \
  data = __VERIFIER_nondet_int();         \
  if (data > 31 || data < 0) data = 31;
#endif
#define SINK(data) { unsigned m = 256u >> (data); if (m > 256) __builtin_trap(); }
