// true
#include <assert.h>
static int *p = (int[]){1, 2, 3};
struct s { int *q; } v = {.q = &(int){7}};
static int a[3] = (int[3]){4, 5, 6};
int main(void) {
  p[0] = 9;
  assert(*p == 9 && p[2] == 3 && *v.q == 7 && a[1] == 5);
  return 0;
}
