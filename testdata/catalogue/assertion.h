// CWE-617: an assertion that an input violates
// fault: assertion
// witness: -5
// sanitizers: do not see this
// models: LP64 ILP32
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data) data = __VERIFIER_nondet_int();
#else
#define SOURCE(data)                \
  data = __VERIFIER_nondet_int();   \
  if (data < 0) data = 0;
#endif
#define SINK(data) assert((data) >= 0);
