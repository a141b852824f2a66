// CWE-193, CWE-131: strlen without the end
// fault: valid-deref
// models: LP64 ILP32
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE size_t
#define START 0
#ifdef BAD
#define SOURCE(data) data = strlen("hello");
#else
#define SOURCE(data) data = strlen("hello") + 1;
#endif
#define SINK(data) { char *b = malloc(data); if (b) { strcpy(b, "hello"); free(b); } }
