// CWE-690: malloc may fail, and nothing looks
// fault: valid-deref
// options: --malloc-may-fail
// sanitizers: do not see this
// models: LP64 ILP32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE int *
#define START 0
#ifdef BAD
#define SOURCE(data) data = malloc(sizeof(int));
#else
#define SOURCE(data)            \
  data = malloc(sizeof(int));   \
  if (!data) exit(1);
#endif
#define SINK(data) { *(data) = 1; free(data); }
