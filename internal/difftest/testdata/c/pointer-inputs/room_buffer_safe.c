// true --entry f --check memory,division
static char buf[6];
char *get(void) { return buf; }
void f(int *x, short *y) {
  if (x)
    *x = 2;
  if (y)
    *y = 1;
}
