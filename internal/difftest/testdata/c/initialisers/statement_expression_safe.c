// true
#include <assert.h>
struct s { int x, y; };
int main(void) {
  int i = 3;
  struct s v = ({ struct s t = {1, i++}; t; });
  int m = ({ __auto_type a = i++; a * 2; });
  assert(v.y == 3 && m == 8 && i == 5);
  return 0;
}
