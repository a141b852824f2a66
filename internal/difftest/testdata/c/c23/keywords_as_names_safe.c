// true --64 -std=c17
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int bool = 1, true = 2, false = 3, nullptr = 4, alignas = 5, static_assert = 6, thread_local = 7, constexpr = 8;
int main(void) {
  int x = __VERIFIER_nondet_int() ? bool + true : false + nullptr;
  if (x != 3 && x != 7 || alignas + static_assert + thread_local + constexpr != 26) reach_error();
  return 0;
}
