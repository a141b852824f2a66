// CWE-475: memcpy of places that overlap
// fault: valid-argument
// models: LP64 ILP32
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data) data = 2;
#else
#define SOURCE(data) data = 4;
#endif
#define SINK(data) { char b[8] = "abcdefg"; memcpy(b + (data), b, 4); if (b[4] == 0) __builtin_trap(); }
