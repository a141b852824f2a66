// false
#include <assert.h>
#include <stdlib.h>
int a[4];
int main(void) {
  int n = 0;
  for (int *p = a; p != a + 3; p++) n++;
  assert(n == 4);
}
