// CWE-120: strcat without room for the end
// fault: valid-deref
// models: LP64 ILP32
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE const char *
#define START 0
#ifdef BAD
#define SOURCE(data) data = "abcde";
#else
#define SOURCE(data) data = "abcd";
#endif
#define SINK(data) { char b[10] = "01234"; strcat(b, data); if (b[5] != 'a') __builtin_trap(); }
