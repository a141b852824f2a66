// CWE-121
// fault: valid-deref
// witness:
#include <string.h>

struct small { int a; };
struct large { int a[4]; };
int main(void) {
  struct small s;
#ifdef BAD
  memset(&s, 0, sizeof(struct large)); // FAULT
#else
  memset(&s, 0, sizeof(struct small));
#endif
  return s.a;
}
