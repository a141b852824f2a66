// false
#include <assert.h>
int main(void) {
  long double s = 0;
  for (int i = 0; i < 10; i++) s += 0.1L;
  double d = 0;
  for (int i = 0; i < 10; i++) d += 0.1;
  assert(d != 1 && s - 1 < 1e-18L && 1 - s < 1e-18L && s < 0.5L);
}
