// CWE-562
// fault: valid-deref
// witness:
// sanitizers: do not see this
#include <assert.h>
#include <setjmp.h>

static jmp_buf env;

static void leave(int value) { longjmp(env, value); }

int main(void) {
  int *volatile last = 0;
  volatile int sum = 0;
  for (int i = 0; i < 3; i++) {
    int local = i;
    int *volatile own = &local;
#ifdef BAD
    if (last)
      *last = 1; // FAULT
#endif
    int round = setjmp(env);
    if (round < 2) {
      *own += 1;
      leave(round + 1);
    }
    sum += local;
    last = &local;
    *last = 3;
  }
  assert(sum == 9);
  return 0;
}
