extern int nondet_int(void);
int main(void) {
  int x = nondet_int(), y = nondet_int();
  if (x > 3) {
    if (y > x)
      return 1;
  } else if (y == 7)
    return 2;
  return 0;
}
