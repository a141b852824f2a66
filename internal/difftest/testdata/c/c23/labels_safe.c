// true --32 -std=c23
// gcc: newer
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

typedef int T;
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x) goto end;
again: T y = x;
  switch (y) {
  case 0: T z = 5; y = z; break;
  default: bool b = true; y = b;
  }
  if (y != 5) reach_error();
end:
}
