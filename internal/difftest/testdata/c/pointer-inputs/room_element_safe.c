// true --entry f --check memory,division
int g[4];
void f(int *x) {
  g[0] = 1;
  if (x)
    *x = 2;
}
