// CWE-476, CWE-824: a call through a null pointer
// fault: valid-call|valid-deref
// sanitizers: do not see this
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE call
#define START 0
typedef int (*call)(void);
static int one(void) { return 1; }
static call keep = one;
#ifdef BAD
#define SOURCE(data) data = 0;
#else
#define SOURCE(data) data = one;
#endif
#define SINK(data) { if ((data)() != 1) __builtin_trap(); }
