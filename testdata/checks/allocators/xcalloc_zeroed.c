// CWE-457
// fault: assertion
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <assert.h>
#include <stdlib.h>
void *xcalloc(size_t n, size_t size);
int main(void) {
  int *p = xcalloc(3, sizeof *p);
#ifdef BAD
  p[1]++;
#endif
  assert(p[0] + p[1] + p[2] == 0); // FAULT
  free(p);
  return 0;
}
