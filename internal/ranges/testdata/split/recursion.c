extern int nondet_int(void);
int fib(int n) {
  if (n <= 1)
    return n;
  return fib(n - 1) + fib(n - 2);
}
int sum(int n) { return n > 0 ? n + sum(n - 1) : 0; }
int main(void) {
  int n = nondet_int(), m = nondet_int();
  if (n < 20)
    return sum(n) + fib(m);
  return 0;
}
