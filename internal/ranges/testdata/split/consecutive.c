extern int nondet_int(void);
extern void abort(void);
static void assume_abort_if_not(int cond) {
  if (!cond)
    abort();
}
int main(void) {
  int n = nondet_int(), s = 0;
  assume_abort_if_not(n < 1000);
  if (n == 17)
    return 1;
  while (s < n)
    s++;
  while (nondet_int()) {
    s++;
    if (s == 500)
      return 2;
  }
  do
    s--;
  while (s > 0);
  return 0;
}
