// CWE-20, CWE-606: a loop whose limit is not checked
// fault: valid-deref
// witness: 17
// models: LP64 ILP32
extern int __VERIFIER_nondet_int(void);
#define TYPE int
#define START 0
#ifdef BAD
#define SOURCE(data) data = __VERIFIER_nondet_int();
#else
#define SOURCE(data)                \
  data = __VERIFIER_nondet_int();   \
  if (data > 16) data = 16;
#endif
#define SINK(data)                                                                                                     \
  { char b[16]; int i; for (i = 0; i < (data); i++) b[i] = (char)i; if ((data) > 0 && b[0] != 0) __builtin_trap(); }
