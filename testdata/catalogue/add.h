// CWE-190: a sum beyond the largest int
// fault: no-overflow
// witness: 2147483647
// models: LP64 ILP32
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data) data = __VERIFIER_nondet_int();
#else
#define SOURCE(data)                  \
  data = __VERIFIER_nondet_int();     \
  if (data > INT_MAX - 7) data = 0;
#endif
#define SINK(data) { int sum = (data) + 7; if (sum < (data)) __builtin_trap(); }
