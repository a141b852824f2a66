// CWE-131: the elements are counted, not their bytes
// fault: valid-deref
// models: LP64 ILP32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE int *
#define START 0
#ifdef BAD
#define SOURCE(data) data = malloc(10);
#else
#define SOURCE(data) data = malloc(10 * sizeof(int));
#endif
#define SINK(data) { (data)[9] = 1; free(data); }
