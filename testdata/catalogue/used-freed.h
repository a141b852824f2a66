// CWE-416: a block is used after it was freed
// fault: valid-deref
// models: LP64 ILP32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE int *
#define START 0
#ifdef BAD
#define RELEASE(data)
#define SOURCE(data)            \
  data = malloc(sizeof(int));   \
  *(data) = 5;                  \
  free(data);
#else
#define RELEASE(data) free(data);
#define SOURCE(data)            \
  data = malloc(sizeof(int));   \
  *(data) = 5;
#endif
#define SINK(data) { if (*(data) != 5) __builtin_trap(); RELEASE(data) }
