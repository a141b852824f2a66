// false
#include <assert.h>
#include <string.h>
int main(void) {
  long double x = -1.5L;
  unsigned char b[sizeof x];
  memcpy(b, &x, sizeof x);
  assert(sizeof x == 16 && b[7] == 0xc0 && b[8] == 0xff && b[9] == 0x3f);
}
