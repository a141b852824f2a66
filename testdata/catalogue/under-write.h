// CWE-124: a pointer in front of a block is written through
// fault: valid-deref
// sanitizers: do not see this
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE char *
#define START 0
static char block[8];
#ifdef BAD
#define SOURCE(data) data = block - 1;
#else
#define SOURCE(data) data = block;
#endif
#define SINK(data) { (data)[0] = 1; if (block[0] > 1) __builtin_trap(); }
