// true --64 -std=c23
// gcc: newer
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void exit(int);
[[nodiscard("why")]] int f(int);
[[noreturn]] static void stop(void) { exit(0); }
struct [[gnu::packed]] s { char c; int x; [[maybe_unused]] char d; };
enum [[gnu::packed]] e { A [[deprecated]], B [[maybe_unused]] = 3 };
[[gnu::aligned(64), deprecated]] static int aligned [[maybe_unused]], other;
static int table [[gnu::aligned(32)]] [3];
[[maybe_unused]] static int g([[maybe_unused]] int x, int y [[maybe_unused]]) { return y; }
int f(int x) {
  switch (x & 1) {
  case 1:
    x++;
    [[fallthrough]];
  default:
    [[maybe_unused]] again: [[maybe_unused]] int z = x;
    if (z < 0) [[clang::unlikely]] stop();
    return z;
  }
}
int main(void) {
  static_assert(sizeof(struct s) == 6 && sizeof(enum e) == 1 && B == 3);
  int x = __VERIFIER_nondet_int();
  if (x == 2147483647) return 0;
  if ((unsigned long)&aligned % 64 || (unsigned long)table % 32 || f(x) < 0) reach_error();
  int t[2] = { [0] = 1, [1] = 2 };
  return t[t[0] - 1] + g(1, 2) == 3 ? 0 : 1;
}
