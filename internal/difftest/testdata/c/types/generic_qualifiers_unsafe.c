// false
#include <assert.h>
#include <stddef.h>
int main(void) {
  char c = 0, *p = &c;
  const char *q = p;
  volatile int *const v = 0;
  assert(_Generic(p, const char *: 2, char *: 1) == 2 && _Generic(q, char *: 1, const char *: 2) == 2 && _Generic(v, int *: 1, volatile int *: 3) == 3);
  return 0;
}
