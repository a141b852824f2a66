/* What was freed holds no known value. */
#include "common.h"
extern void *malloc(unsigned long);
extern void free(void *);
int main(void) {
  int *p = malloc(sizeof(int)), *q;
  *p = 1;
  free(p);
  q = malloc(sizeof(int));
  *q = 2;
  CHECK(*q == S(2, 1));
  return 0;
}
