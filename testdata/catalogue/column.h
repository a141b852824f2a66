// CWE-125: row and column are exchanged
// fault: valid-deref
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data) data = 4;
#else
#define SOURCE(data) data = 2;
#endif
#define SINK(data) { static int m[3][5]; int r = m[data][4]; if (r != 0) __builtin_trap(); }
