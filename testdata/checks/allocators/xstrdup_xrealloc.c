// CWE-416
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <stdlib.h>
#include <string.h>
char *xstrdup(const char *s);
void *xrealloc(void *p, size_t n);
int main(void) {
  char *p = xstrdup("ab");
  char *q = xrealloc(p, 8);
  q[7] = 0;
#ifdef BAD
  p[0] = 'c'; // FAULT
#else
  q[0] = 'c';
#endif
  int r = q[1];
  free(q);
  return r;
}
