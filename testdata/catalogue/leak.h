// CWE-401: a block that nothing leads to at the end
// fault: valid-memtrack|valid-memcleanup
// sanitizers: do not see this
// models: LP64 ILP32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE char *
#define START 0
#ifdef BAD
#define SOURCE(data)                  \
  data = malloc(16);                  \
  if (!(data)[0]) data = malloc(4);
#else
#define SOURCE(data) data = malloc(16);
#endif
#define SINK(data) { free(data); }
