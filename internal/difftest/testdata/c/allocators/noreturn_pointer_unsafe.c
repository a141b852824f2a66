// false --missing-bodies=input
#include <assert.h>
struct task {
  void (*end)(void) __attribute__((noreturn));
} *start(int);
char *first(int), *second(int) __attribute__((noreturn));
int *passed(void (*end)(void) __attribute__((noreturn)));
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1)
    start(x);
  if (x == 2)
    first(x);
  if (x == 3)
    passed(0);
  assert(x < 1 || x > 3);
  return 0;
}
