// true --entry f --check memory,division
void f(unsigned char *text, long long *d, short *s, int *i) {
  if (d)
    *d = 0;
  if (s)
    *s = 1;
  if (i)
    *i = 1;
}
