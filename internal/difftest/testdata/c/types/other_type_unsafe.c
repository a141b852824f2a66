// false
// inputs: 100
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int same(int a) { return a; }
static int calls;
void count(int a) { calls += a; }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < -100 || n > 100) return 0;
  int (*more)(int, int) = (int (*)(int, int))same;
  char (*narrow)(int) = (char (*)(int))same;
  void (*none)(int) = (void (*)(int))same;
  void (*other)(int, int) = (void (*)(int, int))count;
  none(n);
  other(n, 3);
  assert(more(n, 7) == n && narrow(n) == n);
  assert(calls < 100);
  return 0;
}
