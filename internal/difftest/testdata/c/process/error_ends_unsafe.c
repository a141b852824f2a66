// false
#include <assert.h>
void error(int status, int errnum, const char *format, ...);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 2) error(0, 0, "x is %d", 3);
  assert(x <= 2);
}
