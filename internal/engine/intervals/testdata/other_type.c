/* Functions called through pointers of another type. */
#include "common.h"
int g;
int first(int a, int b) { return a; }
int second(int a, int b) { return b; }
void keep(int x) { g = x; }
long wide(int *p) { return *p; }
int main(void) {
  int x = 4;
  int (*one)(int) = (int (*)(int))S(first, second);
  void (*hp)(long) = (void (*)(long))keep;
  int (*narrow)(void *) = (int (*)(void *))wide;
  CHECK(one(3) == 3);
  hp(7);
  CHECK(g == S(7, 8));
  CHECK(narrow(&x) == S(4, 5));
  return 0;
}
