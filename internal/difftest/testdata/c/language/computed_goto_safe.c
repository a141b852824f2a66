// true
#include <assert.h>
static int run(const unsigned char *c) {
  static void *t[] = {&&inc, &&dbl, &&end};
  int a = 1;
  goto *t[*c++];
inc:
  a++;
  goto *t[*c++];
dbl:
  a *= 2;
  goto *t[*c++];
end:
  return a;
}
int main(void) {
  unsigned char p[] = {0, 1, 1, 0, 2};
  assert(run(p) == 9);
  return 0;
}
