// Recursion, globals, two-dimensional arrays, pointers to pointers.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int m[3][4], depth;
static int fib(int n) {
  depth++;
  if (n < 2)
    return n;
  return fib(n - 1) + fib(n - 2);
}
static void swap(int **p, int **q) {
  int *t = *p;
  *p = *q;
  *q = t;
}
int main(void) {
  int x = 1, y = 2, *p = &x, *q = &y;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 4; j++)
      m[i][j] = fib(i + j);
  swap(&p, &q);
  int n = __VERIFIER_nondet_int();
  if (n >= 0 && n < 3 && m[n][3] + *p > 9 && q == &x)
    reach_error();
  return *q;
}
