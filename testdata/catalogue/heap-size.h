// CWE-122: a block with fewer elements than are written
// fault: valid-deref
// models: LP64 ILP32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE int *
#define START 0
#ifdef BAD
#define SOURCE(data) data = malloc(4 * sizeof *data);
#else
#define SOURCE(data) data = malloc(5 * sizeof *data);
#endif
#define SINK(data) { int i; for (i = 0; i < 5; i++) (data)[i] = i; free(data); }
