// true --missing-bodies=input
#include <assert.h>
__attribute__((noreturn)) char *before(int);
char *after(int) __attribute__((__noreturn__));
char *__attribute__((noreturn)) between(int);
char *first(int), *second(int) __attribute__((noreturn));
int __VERIFIER_nondet_int(void);
int main(void) {
  extern char *inside(int) __attribute__((noreturn));
  int x = __VERIFIER_nondet_int();
  if (x == 1)
    before(x);
  if (x == 2)
    after(x);
  if (x == 3)
    between(x);
  if (x == 4)
    second(x);
  if (x == 5)
    inside(x);
  assert(x < 1 || x > 5);
  return 0;
}
