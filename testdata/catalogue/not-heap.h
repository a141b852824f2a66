// CWE-590: what is freed is no block of the heap
// fault: valid-free
// models: LP64 ILP32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE int *
#define START 0
static int variable;
#ifdef BAD
#define SOURCE(data) data = &variable;
#else
#define SOURCE(data) data = malloc(sizeof(int));
#endif
#define SINK(data) { free(data); }
