// true --64 -std=c23
// gcc: newer
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static_assert(sizeof(nullptr) == sizeof(char *) && _Generic(nullptr, nullptr_t: 1, void *: 0));
static void *argument(int n, ...) {
  va_list a;
  va_start(a, n);
  void *p = va_arg(a, void *);
  int last = va_arg(a, int);
  va_end(a);
  assert(last == n);
  return p;
}
int main(void) {
  int x = 3, k = __VERIFIER_nondet_int();
  nullptr_t none = nullptr;
  int *p = k ? &x : nullptr, *q = none;
  static_assert(_Generic(k ? nullptr : p, int *: 1, default: 0));
  static_assert(_Generic(k ? p : none, int *: 1, default: 0));
  assert(!nullptr && q == nullptr && argument(5, nullptr, 5) == nullptr);
  bool set = p != nullptr;
  assert(set == (k != 0));
  return p ? *p - 3 : 0;
}
