// true --32 -std=c23
// gcc: newer
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static auto total = 5ull;
int main(void) {
  static_assert(sizeof total == 8);
  auto x = 3u;
  const auto c = 'a' + 0.5f;
  static_assert(_Generic(x, unsigned: 1, default: 0) && _Generic(c, float: 1, default: 0));
  for (auto i = 0; i < 3; i++)
    total += i + x;
  auto int old = 1;
  auto b = true;
  b = 9;
  auto p = &x;
  *p = (unsigned)__VERIFIER_nondet_int() % 4;
  assert(total == 17 && c == 97.5f && b == old && x < 4);
  return 0;
}
