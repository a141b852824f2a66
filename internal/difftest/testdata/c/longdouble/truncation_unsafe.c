// false
#include <assert.h>
int main(void) {
  long double x = -2.75L;
  assert((int)x == -3 && (unsigned char)(x + 5) == 2);
}
