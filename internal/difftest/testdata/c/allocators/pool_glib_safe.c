// true --check memory,division
#include <stddef.h>
#include <stdlib.h>
void *g_malloc(size_t n);
void g_free(void *p);
int main(void) {
  char *p = g_malloc(8);
  if (p)
    p[0] = 1;
  g_free(p);
  return 0;
}
