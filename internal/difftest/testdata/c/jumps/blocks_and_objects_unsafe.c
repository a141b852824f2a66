// false
#include <assert.h>
#include <setjmp.h>

static jmp_buf b;
static void add(int *p) { *p += 1; if (*p < 4) longjmp(b, 1); }
int main(void) {
  volatile int rounds = 0;
  int n[2] = {0, 0};
  setjmp(b);
  rounds++;
  {
    int local = rounds;
    int *p = &local;
    add(&n[1]);
    assert(*p == 1);
  }
  return 0;
}
