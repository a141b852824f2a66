// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <stdio.h>
int main(void) {
#ifdef BAD
  const char line[16] = "";
#else
  char line[16] = "";
#endif
  sprintf((char *)line, "%d", 42); // FAULT
  return line[0] == '4';
}
