// CWE-369: a remainder by zero
// fault: valid-division
// witness: 0
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE unsigned
#define START 0
#ifdef BAD
#define SOURCE(data) data = (unsigned)__VERIFIER_nondet_int() % 5;
#else
#define SOURCE(data) data = (unsigned)__VERIFIER_nondet_int() % 5 + 1;
#endif
#define SINK(data) { unsigned r = 77 % (data); if (r >= (data)) __builtin_trap(); }
