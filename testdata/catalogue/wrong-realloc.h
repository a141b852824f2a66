// CWE-825: the old address is used after realloc has moved the block
// fault: valid-deref
// models: LP64 ILP32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE int *
#define START 0
#ifdef BAD
#define SOURCE(data)                                  \
  data = malloc(4);                                   \
  { int *more = realloc(data, 4000); more[1] = 2; }
#else
#define SOURCE(data)                                               \
  data = malloc(4);                                                \
  { int *more = realloc(data, 4000); more[1] = 2; data = more; }
#endif
#define SINK(data) { (data)[0] = 1; free(data); }
