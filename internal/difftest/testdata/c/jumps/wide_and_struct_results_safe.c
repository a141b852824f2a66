// true
#include <assert.h>
#include <setjmp.h>

static jmp_buf b;
struct s { long a, c; };
static struct s f(int k) { if (k) longjmp(b, 1); return (struct s){1, 2}; }
static double g(int k) { if (k) longjmp(b, 1); return 2.5; }
int main(void) {
  static struct s s;
  static double d;
  if (setjmp(b) == 0) { s = f(0); d = g(0); d = g(1); }
  else if (s.c == 2) { s.c = 3; s = f(1); }
  assert(s.a == 1 && s.c == 3 && d == 2.5);
  return 0;
}
