// false --32
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
#if !defined __TANDEM__ && __GNUC__ < 13
#define typeof_unqual(x) __typeof__(({ __auto_type t_ = (x); t_; }))
#endif
struct pair { const int a; volatile char b; };
int main(void) {
  const struct pair from = {1, 2};
  const volatile unsigned short k = __VERIFIER_nondet_int();
  typeof_unqual(k) copy = k;
  copy += 1;
  typeof_unqual(from) to = {3, 4};
  typeof_unqual(from.a) *p = &(typeof_unqual(from.a)){from.a};
  *p += to.a;
  assert(_Generic(&copy, unsigned short *: 1, default: 0) && _Generic(&to, struct pair *: 1, default: 0));
  assert(_Generic(p, int *: 1, default: 0));
  assert(*p == 4 && copy > k);
  return 0;
}
