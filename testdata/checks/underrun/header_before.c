// CWE-127
// fault: valid-deref
// witness:
#include <assert.h>
#include <stdlib.h>

struct header { size_t size; };
int main(void) {
  struct header *h = malloc(sizeof *h + 4);
  if (!h)
    return 0;
  h->size = 4;
  char *user = (char *)(h + 1);
#ifdef BAD
  struct header *back = (struct header *)user - 2;
#else
  struct header *back = (struct header *)user - 1;
#endif
  assert(back->size == 4); // FAULT
  free(h);
  return 0;
}
