// true
#include <assert.h>
#define HERE __LINE__
#define CHECK(x) if (!(x)) line = __LINE__
int line;
#line 50
int a = HERE;
int b = HERE;
int main(void) {
  CHECK(a == b);
  assert(a == 50 && b == 51 && line == 53);
  return 0;
}
