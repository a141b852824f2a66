// false
#include <assert.h>
union u { int i; char c[8]; };
int main(void) {
  union u a = {.c = {1, 2, 3, 4, 5}, .i = 9}, b = {.c[1] = 1};
  struct { union { int i; float f; }; int k; } w = {.k = 2, .i = 3};
  assert(a.i == 9 && a.c[4] == 5 && b.i == 256 && w.i == 3);
  return 0;
}
