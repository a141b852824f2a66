// true --check memory
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char *p = getcwd(0, 0), *q = getcwd(0, 5000), *r = realpath("/tmp", 0);
  if (p)
    p[0] = 'x';
  if (q)
    q[4999] = 'x';
  if (r)
    r[0] = 'x';
  free(p);
  free(q);
  free(r);
}
