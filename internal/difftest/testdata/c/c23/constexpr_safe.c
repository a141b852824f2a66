// true --64 -std=c23
// gcc: newer
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

constexpr int N = 4, M = N * 2;
static constexpr size_t Z = sizeof(int) * N;
constexpr unsigned char U = 200;
constexpr bool B = true;
constexpr auto A = 7u;
constexpr double D = 1.5;
constexpr char *P = nullptr;
constexpr int T[] = { 1, 2, 3 };
constexpr struct { int a, b; } S = { 5, 6 };
typedef unsigned short us;
constexpr us V = { 65535 };
static double twice = D * 2;
static int array[N];
static const us *address = &V;
enum { E = N + 1 };
struct bits { unsigned f : N; };
static_assert(sizeof array == 16 && Z == 16 && sizeof U == 1 && sizeof B == 1 && V == 65535 && E == 5);
static_assert(_Generic(A, unsigned: 1, default: 0) && _Generic(U, unsigned char: 1, default: 0) && _Generic(+U, int: 1, default: 0));
static int which(int x) {
  switch (x) {
  case N: return 1;
  case M: return 2;
  }
  return 0;
}
int main(void) {
  constexpr int n = 3;
  int a[n] = { 1, 2, 3 };
  const int *p = &n;
  int x = __VERIFIER_nondet_int();
  int w = which(x);
  assert((w == 0 || x == w * 4) && *p == 3 && *address == V && twice == 3 && P == nullptr);
  struct bits b = { 17 };
  assert(b.f == 1 && T[2] == a[2] && S.b == 6);
  { constexpr int N = 9; assert(N == 9); }
  return N - 4;
}
