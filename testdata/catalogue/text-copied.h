// CWE-121: strcpy of a text that is longer than the array
// fault: valid-deref
// models: LP64 ILP32
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE const char *
#define START 0
#ifdef BAD
#define SOURCE(data) data = "0123456789";
#else
#define SOURCE(data) data = "012345678";
#endif
#define SINK(data) { char b[10]; strcpy(b, data); if (b[0] != '0') __builtin_trap(); }
