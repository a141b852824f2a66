// false
#include <assert.h>
#include <stdlib.h>
int a, b, *m[2];
int main(void) {
  m[0] = &a; m[1] = m[0];
  *m[0] = 1; *m[1] = 2;
  assert(a == 1);
}
