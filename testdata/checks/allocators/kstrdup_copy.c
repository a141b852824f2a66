// CWE-122
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <string.h>
char *kstrdup(const char *s, unsigned flags);
void kfree(const void *p);
int main(void) {
  char *p = kstrdup("abc", 0);
  if (!p)
    return 0;
#ifdef BAD
  p[4] = 0; // FAULT
#else
  p[3] = 0;
#endif
  int r = strcmp(p, "abc");
  kfree(p);
  return r;
}
