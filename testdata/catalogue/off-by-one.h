// CWE-193: a loop that goes to its limit
// fault: valid-deref
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data) data = 8;
#else
#define SOURCE(data) data = 7;
#endif
#define SINK(data)                                                                                                                                  \
  { int a[8], i, s = 0; for (i = 0; i <= (data); i++) a[i] = i; for (i = 0; i < 8 && i <= (data); i++) s += a[i]; if (s < 28) __builtin_trap(); }
