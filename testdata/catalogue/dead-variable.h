// CWE-562, CWE-825: the address of a variable whose block was left
// fault: valid-deref
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE int *
#define START 0
static int outer = 3;
#ifdef BAD
#define SOURCE(data) { int inner = 3; int *volatile keep = &inner; data = keep; }
#else
#define SOURCE(data) data = &outer;
#endif
#define SINK(data) { int other = 9; if (*(data) != 3 || other != 9) __builtin_trap(); }
