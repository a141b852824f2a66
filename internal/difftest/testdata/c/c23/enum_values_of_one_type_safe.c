// true --64 -std=c23
// gcc: newer
#include <assert.h>
enum mixed { M1 = 1, M2 = 0x100000000 };
enum plain { P1, P2 = 7 };
static_assert(sizeof M1 == 8 && sizeof P1 == 4 && _Generic(P2, int: 1, default: 0));
int main(void) {
  assert(M1 << 33 == 1LL << 33);
  return 0;
}
