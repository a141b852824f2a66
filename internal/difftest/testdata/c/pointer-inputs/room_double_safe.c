// true --entry f --check memory,division
void f(char *text, double *d) {
  if (d)
    *d = 0;
}
