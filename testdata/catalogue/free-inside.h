// CWE-761: what is freed is not the beginning of its block
// fault: valid-free
// models: LP64 ILP32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE char *
#define START 0
#ifdef BAD
#define SOURCE(data)  \
  data = malloc(8);   \
  data = data + 1;
#else
#define SOURCE(data) data = malloc(8);
#endif
#define SINK(data) { free(data); }
