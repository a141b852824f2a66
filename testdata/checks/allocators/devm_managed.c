// CWE-476
// fault: valid-deref
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
#include <stddef.h>
struct device;
void *devm_kzalloc(struct device *dev, size_t n, unsigned flags);
int main(void) {
  int *p = devm_kzalloc(0, sizeof *p, 0); // freed with the device: no leak
#ifndef BAD
  if (!p)
    return 0;
#endif
  return *p; // FAULT
}
