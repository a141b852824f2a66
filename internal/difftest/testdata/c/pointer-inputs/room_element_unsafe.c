// false --entry f --check memory,division
int g[4];
void f(int *x) {
  g[0] = 1;
  if (x)
    x[1] = 2; // of g[3]
}
