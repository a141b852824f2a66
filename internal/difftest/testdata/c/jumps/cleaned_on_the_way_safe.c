// true
#include <assert.h>
#include <setjmp.h>

static jmp_buf b;
static int depth, most;
static void down(int n) { depth++; if (depth > most) most = depth; if (n == 0) longjmp(b, depth); down(n - 1); depth--; }
int main(void) {
  int r = setjmp(b);
  if (r == 0) down(2);
  assert(r == 3 && most == 3 && depth == 3);
  return 0;
}
