// CWE-415
// fault: valid-free
// witness:
#include <stdlib.h>

struct owner { char *p; };
static void done(struct owner *o) {
  free(o->p); // FAULT
  o->p = NULL;
}
int main(void) {
  struct owner a = {malloc(3)}, b;
#ifdef BAD
  b = a;
#else
  b.p = NULL;
#endif
  done(&a);
  done(&b);
  return 0;
}
