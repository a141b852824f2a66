// Toyota power errors: repeated squares beyond an int
// fault: no-overflow
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data) data = 6;
#else
#define SOURCE(data) data = 4;
#endif
#define SINK(data)                                                                                                    \
  { int x = 3, i; for (i = 0; i < (data); i++) { if (i == 5) x = x + x; x = x * x; } if (x < 0) __builtin_trap(); }
