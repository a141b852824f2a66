// false
#include <assert.h>
int a = 5;
extern int b __attribute__((alias("a")));
int main(void) {
  b = 7;
  assert(a == 5);
  return 0;
}
