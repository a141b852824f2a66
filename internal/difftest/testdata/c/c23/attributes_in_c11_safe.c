// true --32 -std=c11
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

[[nodiscard]] static int f(int x) { return x; }
struct __attribute__((packed)) s { char c; int x; };
int main(void) {
  [[maybe_unused]] int k = f(__VERIFIER_nondet_int());
  if (sizeof(struct s) != 5) reach_error();
  return 0;
}
