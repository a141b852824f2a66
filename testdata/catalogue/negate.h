// CWE-190: minus the least int
// fault: no-overflow
// witness: -2147483648
// models: LP64 ILP32
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data) data = __VERIFIER_nondet_int();
#else
#define SOURCE(data)                \
  data = __VERIFIER_nondet_int();   \
  if (data == INT_MIN) data = 0;
#endif
#define SINK(data) { int absolute = (data) < 0 ? -(data) : (data); if (absolute < 0) __builtin_trap(); }
