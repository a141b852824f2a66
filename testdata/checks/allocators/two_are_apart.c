// CWE-788
// fault: assertion
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <assert.h>
#include <stddef.h>
void *kzalloc(size_t n, unsigned flags);
void kfree(const void *p);
int main(void) {
  int *a = kzalloc(sizeof *a, 0), *b = kzalloc(sizeof *b, 0), *const c = b;
  if (a && b) {
    *a = 1;
    *b = 2;
#ifdef BAD
    b = a;
    *b = 3;
#endif
    assert(*a == 1); // FAULT
  }
  kfree(a);
  kfree(c);
  return 0;
}
