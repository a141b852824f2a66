// pair
#include <assert.h>
struct item { int price; char kind; };
extern int __VERIFIER_nondet_int(void);
// inputs: 2 100 0 100
int main(void) {
  struct item s[700];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 700) return 0;
  for (int i = 0; i < n; i++) {
    s[i].price = __VERIFIER_nondet_int();
    if (s[i].price < 1 || s[i].price > 100) s[i].price = 1;
    s[i].kind = 'k';
  }
  for (int i = 0; i < n; i++) {
    assert(s[i].kind == 'k');
#ifdef UNSAFE
    assert(s[i].price < 100);
#else
    assert(s[i].price > 0 && s[i].price <= 100);
#endif
  }
  return 0;
}
