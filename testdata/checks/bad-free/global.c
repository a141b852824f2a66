// CWE-590
// fault: valid-free
// witness:
#include <stdlib.h>

static int table[4];
int main(void) {
#ifdef BAD
  int *p = table;
#else
  int *p = malloc(sizeof table);
#endif
  free(p); // FAULT
  return 0;
}
