// CWE-685, CWE-686: an argument of printf that the format does not fit
// fault: valid-argument
// sanitizers: do not see this
// models: LP64 ILP32
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#define SOURCE(data) data = 1;
#ifdef BAD
#define SINK(data) printf("%s\n", data);
#else
#define SINK(data) printf("%d\n", data);
#endif
