// true -std=gnu17
#include <assert.h>
#include <stdio.h>
int main(void) {
  int a = 7, n = 0;
  assert(sscanf("0b11", "%i%n", &a, &n) == 1 && a == 0 && n == 1);
  assert(sscanf("11", "%b", &a) == 0 && a == 0);
}
