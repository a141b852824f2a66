// false
#include <assert.h>
#include <complex.h>
#include <string.h>
int main(void) {
  double complex z = 3 - 4 * I;
  double d[2];
  memcpy(d, &z, sizeof z);
  assert(sizeof z == 16 && d[0] == 3 && d[1] == 4);
}
