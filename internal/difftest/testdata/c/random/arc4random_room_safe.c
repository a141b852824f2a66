// true --check memory
#include <stdlib.h>
#include <sys/random.h>
int main(void) {
  unsigned char *p = malloc(16);
  if (!p)
    return 0;
  arc4random_buf(p, 16);
  if (getrandom(p + 8, 8, 0) < 0 || getentropy(p + 12, 4) < 0)
    arc4random_buf(p, arc4random_uniform(17));
  free(p);
}
