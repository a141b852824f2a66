// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <string.h>
int main(void) {
#ifdef BAD
  const char name[8] = "abc";
#else
  char name[8] = "abc";
#endif
  strcpy((char *)name, "xyz"); // FAULT
  return name[0] == 'a';
}
