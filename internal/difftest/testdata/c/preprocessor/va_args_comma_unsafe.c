// false
#include <assert.h>
static int count(int n, ...) { return n; }
#define COUNT(n, ...) count(n, ##__VA_ARGS__)
#define TEXT(...) #__VA_ARGS__
int main(void) {
  assert(COUNT(3) == 3 && COUNT(4, 5, 6) == 4 && sizeof TEXT(a, b) == 4);
  return 0;
}
