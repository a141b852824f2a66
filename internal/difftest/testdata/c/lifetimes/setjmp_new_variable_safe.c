// true --check none
#include <assert.h>
#include <setjmp.h>
static jmp_buf b;
static void jump(void) { longjmp(b, 1); }
static void set(int *p) { *p = 1; }
int main(void) {
  for (int i = 0; i < 2; i++)
    switch (i) {
      int x, y;
    case 0:
      x = 1, set(&y);
      if (setjmp(b) == 0) jump();
      assert(x == 1 && y == 1); // the same block
      break;
    case 1: set(&y); assert(x == 1 || y == 1);
    }
  return 0;
}
