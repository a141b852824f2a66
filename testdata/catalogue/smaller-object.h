// CWE-843: an object is taken for a larger one
// fault: valid-deref
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE void *
#define START 0
struct small { int a; };
struct large { int a, b, c; };
static struct small small;
static struct large large;
#ifdef BAD
#define SOURCE(data) data = &small;
#else
#define SOURCE(data) data = &large;
#endif
#define SINK(data) { ((struct large *)(data))->c = 1; if (large.c > 1) __builtin_trap(); }
