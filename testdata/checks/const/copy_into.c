// CWE-843: a write to what is const
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <string.h>
struct point { int x, y; };
int main(void) {
  struct point from = {1, 2};
#ifdef BAD
  const struct point to = {0, 0};
#else
  struct point to = {0, 0};
#endif
  *(struct point *)&to = from; // FAULT
  return to.x - 1;
}
