// true --entry f --check memory,division
#include <assert.h>
void f(short *a, int *b) {
  if (!a || !b)
    return;
  *b = 1;
  *a = 2;
  assert(*b == 1);
}
