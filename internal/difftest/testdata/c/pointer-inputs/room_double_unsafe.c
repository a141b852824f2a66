// false --entry f
void f(char *text, double *d) {
  if (d)
    d[1] = 0;
}
