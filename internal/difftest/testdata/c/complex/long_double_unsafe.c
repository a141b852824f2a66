// false
#include <assert.h>
#include <complex.h>
int main(void) {
  long double complex z = 0.1L + 0.2iL;
  assert(creall(z) == 0.1 && cimagl(z * 2) == 0.4L && sizeof z == 32);
}
