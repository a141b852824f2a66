extern int nondet_int(void);
extern void reach_error(void);
int main(void) {
  int x = nondet_int(), a = 0, b = 0;
  if (x >= 0) {
    while (a < x) {
      a++;
      b++;
    }
  } else {
    a = 10;
    b = 10;
  }
  if (a != b)
    reach_error();
  return 0;
}
