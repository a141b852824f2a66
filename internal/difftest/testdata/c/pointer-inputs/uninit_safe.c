// true
#include <assert.h>
#include <stdlib.h>
int g;
int main(void) {
  int *p;
  if (p == &g) g = 1;
  assert(g == 0 || p == &g);
}
