extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int a = 0;
  int b = 0;
  if (x >= 0) {
    while (a < x) {
      a++;
      b++;
    }
  } else {
    a = 10;
    b = 10;
  }
  if (!(a == b)) reach_error();
  return 0;
}
