// false --entry f --check memory,division
#include <assert.h>
void f(int *b, char *a) { // a is the second byte of *b
  if (!a || !b)
    return;
  *b = 0;
  *a = 1;
  assert(*b != 256);
}
