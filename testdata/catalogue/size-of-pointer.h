// CWE-467: the size of a pointer for the size of its target
// fault: valid-deref
// models: LP64 ILP32
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE struct pair *
#define START 0
struct pair { long a, b; };
#ifdef BAD
#define SOURCE(data) data = malloc(sizeof(data));
#else
#define SOURCE(data) data = malloc(sizeof *(data));
#endif
#define SINK(data) { (data)->a = 1; (data)->b = 2; free(data); }
