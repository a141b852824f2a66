// CWE-758, CWE-1335: a shift by the width
// fault: valid-shift
// witness: 32
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data) data = __VERIFIER_nondet_int() & 63;
#else
#define SOURCE(data) data = __VERIFIER_nondet_int() & 31;
#endif
#define SINK(data) { unsigned m = 1u << (data); if (m == 0) __builtin_trap(); }
