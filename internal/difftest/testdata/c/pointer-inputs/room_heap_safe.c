// true --entry f --check memory,division
#include <stdlib.h>
void f(unsigned n, int *x, short *y) {
  char *m = malloc(n);
  if (x)
    *x = 2;
  free(m);
  if (y)
    *y = 1;
}
