// CWE-787: memset by a length that is too large
// fault: valid-deref
// models: LP64 ILP32
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE size_t
#define START 0
struct s { int a; char b; };
#ifdef BAD
#define SOURCE(data) data = sizeof(struct s) + 1;
#else
#define SOURCE(data) data = sizeof(struct s);
#endif
#define SINK(data) { struct s x; memset(&x, 0, data); if (x.a || x.b) __builtin_trap(); }
