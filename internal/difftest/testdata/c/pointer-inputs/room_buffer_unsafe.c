// false --entry f --check memory,division
#include <assert.h>
char buf[6];
void f(char *x) {
  if (!x)
    return;
  buf[3] = 1;
  *x = 2;
  assert(buf[3] == 1);
}
