// true
#include <assert.h>
int g = {7};
int main(void) {
  int x = {5}, y = {{6}};
  int *p = {&x};
  assert(g == 7 && *p == 5 && y == 6);
  return 0;
}
