// false -std=gnu23
// gcc: none
#include <assert.h>
#include <stdio.h>
int main(void) {
  int a = 7;
  assert(sscanf("0b11", "%i", &a) == 1 && a == 0);
}
