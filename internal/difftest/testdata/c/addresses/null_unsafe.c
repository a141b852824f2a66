// false
#include <assert.h>
#include <stdlib.h>
int g;
int main(void) {
  int *p = &g;
  assert(p == 0);
}
