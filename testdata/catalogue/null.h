// CWE-476: a null pointer is followed
// fault: valid-deref
// witness: 0
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE int *
#define START 0
static int variable = 7;
#ifdef BAD
#define SOURCE(data) data = __VERIFIER_nondet_int() ? &variable : 0;
#else
#define SOURCE(data) data = &variable;
#endif
#define SINK(data) { if (*(data) != 7) __builtin_trap(); }
