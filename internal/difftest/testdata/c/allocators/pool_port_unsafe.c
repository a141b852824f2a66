// false --check memory,division
#include <stddef.h>
#include <stdlib.h>
void *pvPortMalloc(size_t n);
void vPortFree(void *p);
int main(void) {
  char *p = pvPortMalloc(8);
  if (p)
    p[0] = 1;
  free(p);
  return 0;
}
