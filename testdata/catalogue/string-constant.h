// CWE-686: a text that is constant is written to
// fault: valid-deref
// sanitizers: do not see this
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE char *
#define START 0
static char room[] = "text";
#ifdef BAD
#define SOURCE(data) data = "text";
#else
#define SOURCE(data) data = room;
#endif
#define SINK(data) { (data)[0] = 'T'; if (room[1] != 'e') __builtin_trap(); }
