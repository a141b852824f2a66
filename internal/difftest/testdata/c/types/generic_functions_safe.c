// true
#include <assert.h>
#include <stddef.h>
static int fi(int x) { return x + 1; }
static int fp(const char *s) { return s[0]; }
static int fv(char *s) { return s[0] = 'x'; }
#define call(x) _Generic((x), int: fi, char *: fv, const char *: fp)(x)
int main(void) {
  char b[] = "ab";
  const char *c = b;
  int k = call(c);
  k += call(4);
  assert(k == 'a' + 5 && call(b) == 'x' && b[0] == 'x');
  return 0;
}
