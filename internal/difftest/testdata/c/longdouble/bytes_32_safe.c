// true --32
#include <assert.h>
#include <string.h>
int main(void) {
  long double x = 3;
  unsigned short h[sizeof x / 2];
  memcpy(h, &x, sizeof x);
  assert(sizeof x == 12 && h[3] == 0xc000 && h[4] == 0x4000);
}
