// false --entry f --check memory,division
#include <assert.h>
void f(int (*a)[4], int *b) {
  if (!a || !b)
    return;
  (*a)[2] = 1;
  *b = 2;
  assert((*a)[2] == 1);
}
