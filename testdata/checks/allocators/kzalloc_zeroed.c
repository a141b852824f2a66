// CWE-457
// fault: assertion
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <assert.h>
#include <stddef.h>
void *kzalloc(size_t n, unsigned flags);
void *kmalloc(size_t n, unsigned flags);
void kfree(const void *p);
struct s { int a, b; };
int main(void) {
#ifdef BAD
  struct s *p = kmalloc(sizeof *p, 0);
#else
  struct s *p = kzalloc(sizeof *p, 0);
#endif
  if (!p)
    return 0;
  assert(p->a == 0 && p->b == 0); // FAULT
  kfree(p);
  return 0;
}
