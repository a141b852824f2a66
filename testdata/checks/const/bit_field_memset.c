// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <string.h>
struct flags { unsigned char n; const unsigned char a : 3, b : 5; };
int main(void) {
  struct flags x = {9, 1, 2};
#ifdef BAD
  memset(&x, 0, sizeof x); // FAULT
#else
  memset(&x, 0, 1);
#endif
  return x.n;
}
