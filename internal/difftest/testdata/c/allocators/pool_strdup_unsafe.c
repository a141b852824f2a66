// false --check memory,division
#include <stddef.h>
#include <stdlib.h>
char *kstrdup(const char *s, unsigned flags);
void kfree(const void *p);
int main(void) {
  char *p = kstrdup("ab", 0);
  if (p)
    p[0] = 1;
  free(p);
  return 0;
}
