// false --64 -std=gnu89
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

inline static int f(int restrict) { return restrict; }
int main(void) {
  typeof(1L) x = f(__VERIFIER_nondet_int());
  asm("" : : : "memory");
  if (sizeof x == 8) reach_error();
  return 0;
}
