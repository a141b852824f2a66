// CWE-680: the size of an allocation wraps around
// fault: valid-deref
// witness: 1073741824
// models: LP64
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE unsigned
#define START 0
#ifdef BAD
#define SOURCE(data) data = (unsigned)__VERIFIER_nondet_int();
#else
#define SOURCE(data) data = (unsigned)__VERIFIER_nondet_int() % 100;
#endif
#define SINK(data)                                                                                      \
  { int *a = malloc((unsigned)((data) * 4u) + 4u); if (a) { a[(data) & 0x7fffffffu] = 1; free(a); } }
