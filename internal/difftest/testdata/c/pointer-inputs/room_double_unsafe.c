// false --entry f --check memory,division
void f(char *text, double *d) {
  if (d)
    d[1] = 0;
}
