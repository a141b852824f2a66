// CWE-197: a length is cut off when it is stored
// fault: valid-deref
// models: LP64 ILP32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data) data = 300;
#else
#define SOURCE(data) data = 200;
#endif
#define SINK(data) { unsigned char n = (data); char *b = malloc(n); if (b) { b[(data) - 1] = 1; free(b); } }
