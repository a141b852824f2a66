// CWE-126: memcpy reads more than there is
// fault: valid-deref
// models: LP64 ILP32
#include <string.h>
extern int __VERIFIER_nondet_int(void);
#define TYPE size_t
#define START 0
#ifdef BAD
#define SOURCE(data) data = 12;
#else
#define SOURCE(data) data = 8;
#endif
#define SINK(data)                                                                                    \
  { char from[8] = "1234567", to[16]; memcpy(to, from, data); if (to[0] != '1') __builtin_trap(); }
