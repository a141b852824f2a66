// CWE-121: sprintf writes more than there is room for
// fault: valid-deref
// models: LP64 ILP32
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data) data = 1000000;
#else
#define SOURCE(data) data = 99999;
#endif
#define SINK(data) { char b[6]; sprintf(b, "%d", data); if (b[0] == '-') __builtin_trap(); }
