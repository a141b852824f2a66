extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int g;

static int count(int to) {
  int i = 0;
  while (i < to)
    i++;
  return i;
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int x = 0;
  for (int i = 0; i < 10; i++) {
    int x = 5;
    do
      x--;
    while (x > 0);
  }
again:
  x++;
  if (x < 20)
    goto again;
  int a = count(3), b = count(n % 5);
  while (n > 5)
    n--;
  if (a != 3 || b > 4 || n > 5) reach_error();
  return g;
}
