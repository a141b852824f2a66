// true
#include <assert.h>
struct f { int n; char a[]; };
struct f g = {3, "abc"}, h = {.a = {[4] = 7}};
int main(void) {
  assert(sizeof g == 4 && g.a[2] == 'c' && g.a[3] == 0 && h.a[3] == 0 && h.a[4] == 7);
  return 0;
}
