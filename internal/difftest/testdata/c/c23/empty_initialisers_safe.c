// true --64 -std=c23
// gcc: newer
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct s { int a, b; };
int main(void) {
  struct s x = {};
  int a[3] = {}, n = {};
  x.a = __VERIFIER_nondet_int();
  struct s y = x;
  x = (struct s){};
  if (x.a + x.b + a[2] + n != 0) reach_error();
  return y.a == 0;
}
