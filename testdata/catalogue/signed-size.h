// CWE-195: a negative length becomes a large one
// fault: valid-deref
// witness: -1
// models: LP64 ILP32
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data)                \
  data = __VERIFIER_nondet_int();   \
  if (data > 8) data = 8;
#else
#define SOURCE(data)                    \
  data = __VERIFIER_nondet_int();       \
  if (data > 8 || data < 0) data = 8;
#endif
#define SINK(data)                                                                                      \
  { char from[8] = "abcdefg", to[8] = ""; memcpy(to, from, data); if (to[7] != 0) __builtin_trap(); }
