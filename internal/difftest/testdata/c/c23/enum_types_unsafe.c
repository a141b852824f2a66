// false --64 -std=c23
// gcc: newer
#include <assert.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum small : unsigned char { S0, S1 = 200, S2 };
enum wide : long long { W0 = -1, W1 = 1LL << 40 };
enum later : short;
enum later : short { L0 = -5, L1 };
enum named : uint16_t { N = 65535 };
static_assert(sizeof(enum small) == 1 && sizeof S0 == 1 && sizeof W0 == 8 && sizeof(enum later) == 2 && sizeof N == 2);
static_assert(_Generic(S0, unsigned char: 1, default: 0) && _Generic(S0 + S1, int: 1, default: 0) && S2 == 201);
struct pair { enum small s : 3; enum later l; };
int main(void) {
  enum small x = __VERIFIER_nondet_int();
  assert(x <= 255 && x >= 0);
  x = S2;
  x += 100;
  enum later h = 70000;
  enum named n = N;
  n++;
  struct pair p = { 7, L1 };
  enum : unsigned { Z = 3 } z = Z;
  assert(x == 45 && h == 70000 && n == 0 && p.s == 7 && p.l == -4 && z - 4 > 0);
  return 0;
}
