// false --check all
#include <stddef.h>
struct device;
void *devm_kzalloc(struct device *d, size_t n, unsigned flags);
void devm_kfree(struct device *d, const void *p);
static int *get(struct device *d) { return devm_kzalloc(d, 2 * sizeof(int), 0); }
int main(void) {
  int *p = get(0), *q = get(0);
  if (p)
    devm_kfree(0, p), p[1] = 3;
  devm_kfree(0, q);
  return 0;
}
