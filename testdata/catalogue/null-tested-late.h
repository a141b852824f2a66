// CWE-476: a pointer is followed and tested after that
// fault: valid-deref
// witness: 0
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE struct node *
#define START 0
struct node { struct node *next; int v; };
static struct node first = { 0, 3 };
#define SOURCE(data) data = __VERIFIER_nondet_int() ? &first : 0;
#ifdef BAD
#define SINK(data) { int v = (data)->v; if (data) { if (v != 3) __builtin_trap(); } }
#else
#define SINK(data) { if (data) { int v = (data)->v; if (v != 3) __builtin_trap(); } }
#endif
