// false
#include <assert.h>
int main(void) {
  long double x = 5;
  int i = 7;
  x /= 2;
  x += i++;
  i *= 1.5L;
  x--;
  assert(x == 8.5L && i == 11);
}
