// true
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf env;
static int caught;
static void put(int *p, int c) {
  if (c > 3) longjmp(env, 1);
  *p = c;
}
static void f(int x) {
  int n = 0;
  if (x == 5) {
    put(&n, x);
  } else {
    int a[2] = {1, 2};
    if (setjmp(env)) {
      caught = a[1];
      return;
    }
    put(a, x);
  }
}
int main(void) {
  if (setjmp(env)) {
    assert(caught == 0);
    return 0;
  }
  int x = __VERIFIER_nondet_int();
  f(x);
  assert(caught == (x > 3 ? 2 : 0));
}
