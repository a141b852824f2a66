// true --check cleanup
#include <stddef.h>
struct device;
void *devm_kmalloc(struct device *d, size_t n, unsigned flags);
void devm_kfree(struct device *d, const void *p);
void *kmalloc(size_t n, unsigned flags);
void kfree(const void *p);
int main(void) {
  char *p = devm_kmalloc(0, 8, 0), *q = kmalloc(8, 0);
  devm_kfree(0, p);
  kfree(q);
  return 0;
}
