// CWE-125
// fault: valid-deref|valid-argument
// witness:
// sanitizers: do not see this
#include <search.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }

int main(void) {
  int *a = malloc(3 * sizeof *a), wanted = 7;
  if (!a)
    return 0;
  for (int i = 0; i < 3; i++)
    a[i] = i;
#ifdef BAD
  size_t n = 4;
#else
  size_t n = 3;
#endif
  int *found = lfind(&wanted, a, &n, sizeof *a, compare); // FAULT
  free(a);
  return found != 0;
}
