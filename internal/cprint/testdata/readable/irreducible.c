// A loop with two ways in, and a computed way through it.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), n = 0;
  if (x > 5)
    goto middle;
top:
  n++;
  if (n > 100)
    reach_error();
middle:
  x--;
  if (x > 0)
    goto top;
  return n;
}
