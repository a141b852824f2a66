// false
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf env;
static int n;
_Noreturn static void fail(int k) { n++; longjmp(env, k); }
_Noreturn static void leave(int k) { if (k > 2) fail(k); exit(0); }
_Noreturn static int none(void) { exit(0); }
static int work(int k) { if (k > 1) leave(k); if (k == 1) fail(7); return k; }
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < -2 || k > 5) return 0;
  int r = setjmp(env);
  if (r == 0) {
    int v = work(k);
    assert(v <= 0);
    if (v < 0) {
      int z = none() + 1;
      assert(z == 77);
    }
    return 0;
  }
  assert(n == 1 && (k == 1 ? r == 7 : r == k && k > 1 +  2));
  return 0;
}
