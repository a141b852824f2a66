// CWE-170: strncpy leaves no end of the text, which strlen looks for
// fault: valid-deref
// models: LP64 ILP32
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE size_t
#define START 0
#ifdef BAD
#define SOURCE(data) data = 8;
#else
#define SOURCE(data) data = 7;
#endif
#define SINK(data) { char b[8] = {0}; strncpy(b, "abcdefghij", data); if (strlen(b) < 7) __builtin_trap(); }
