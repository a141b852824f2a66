// false -std=gnu17
#include <assert.h>
#include <stdio.h>
int main(void) {
  int a = 7;
  assert(sscanf("0b11", "%i", &a) == 1 && a == 3);
}
