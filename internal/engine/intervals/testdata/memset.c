/* memset and zero bytes. */
#include "common.h"
extern void *memset(void *, int, unsigned long);
struct s { int a; short b; char *p; };
int main(void) {
  struct s s;
  memset(&s, 0, sizeof s);
  CHECK(s.a == 0 && s.b == S(0, 1) && s.p == 0);
  return 0;
}
