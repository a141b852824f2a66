// false
#include <assert.h>
int main(void) {
  int *p = 0;
  assert(__builtin_classify_type('a') == 1 && __builtin_classify_type(p) == 5 && __builtin_classify_type(1.0f) == 1);
  return 0;
}
