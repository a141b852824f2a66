// true
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#include <setjmp.h>
static jmp_buf env;
static int *keep;
static void g(int n) { int x = n; keep = &x; if (*keep > 1) longjmp(env, x); }
int main(void) {
  volatile int rounds = 0;
  int r = setjmp(env);
  if (r < 4) {
    for (int i = r; i < 5; i++) {
      int y = i + 1;
      keep = &y;
      rounds += 1;
      g(*keep);
    }
  }
  static int s;
  s = r;
  keep = &s;
  assert(*keep == 4 && rounds == 4);
  return 0;
}
