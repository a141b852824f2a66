// false --check memory
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char *p = getcwd(0, 0), *r = realpath("/tmp", 0);
  if (p)
    p[4000] = 'x';
  if (r)
    r[4000] = 'x';
  free(p);
  free(r);
}
