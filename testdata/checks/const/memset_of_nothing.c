// CWE-843: a write to what is const
// fault: valid-deref
// witness: 1
// sanitizers: do not see this
// models: LP64 ILP32
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  const char text[4] = "abc";
  unsigned n = __VERIFIER_nondet_uint();
#ifdef BAD
  if (n > 1)
#else
  if (n > 0) // no byte is written
#endif
    return 0;
  memset((char *)text, 'x', n); // FAULT
  return text[1];
}
