// true --entry f
void f(char *text, double *d) {
  if (d)
    *d = 0;
}
