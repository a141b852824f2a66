/* Two objects of one allocation. Not proved: a pointer to the older one may point anywhere. */
#include "common.h"
extern void *malloc(unsigned long);
int main(void) {
  int *p = 0, *q = 0, i;
  for (i = 0; i < 2; i++) {
    q = p;
    p = malloc(sizeof(int));
    *p = i;
  }
  *q = 9;
  CHECK(*p == S(1, 9));
  CHECK(p != q || S(1, 0));
  return 0;
}
