// true -std=gnu23
// gcc: none
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  int a = 7, b = 7, n = 0;
  unsigned u = 0;
  assert(sscanf("-0b101 0B1z", "%i %i%n", &a, &b, &n) == 2 && a == -5 && b == 1 && n == 10);
  assert(sscanf("0b", "%i%n", &a, &n) == 1 && a == 0 && n == 2);
  assert(sscanf("0x1f 017", "%i %i", &a, &b) == 2 && a == 31 && b == 15);
  assert(sscanf("0b12", "%3i%d", &a, &b) == 2 && a == 1 && b == 2);
  assert(sscanf("0b110 101", "%b %b", &u, &b) == 2 && u == 6 && b == 5);
  char f[] = "%i %b";
  f[0] = '%';
  assert(sscanf("0b11 10", f, &a, &u) == 2 && a == 3 && u == 2);
}
