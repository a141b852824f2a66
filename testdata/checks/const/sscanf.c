// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <stdio.h>
int main(void) {
#ifdef BAD
  const int n = 0;
#else
  int n = 0;
#endif
  sscanf("12", "%d", (int *)&n); // FAULT
  return n;
}
