// true
#include <assert.h>
typedef union { int *i; float *f; } U __attribute__((transparent_union));
static int g(U u) { return *u.i; }
int main(void) {
  int x = 5;
  assert(g(&x) == 5);
  return 0;
}
