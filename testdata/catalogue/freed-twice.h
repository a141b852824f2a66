// CWE-415: a block is freed twice
// fault: valid-free
// models: LP64 ILP32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE char *
#define START 0
#ifdef BAD
#define SOURCE(data)      \
  data = malloc(8);       \
  if (data) free(data);
#else
#define SOURCE(data) data = malloc(8);
#endif
#define SINK(data) { free(data); }
