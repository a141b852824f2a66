// false
#include <assert.h>
int main(void) {
  assert(__builtin_clrsb(0) == 31 && __builtin_clrsb(-1) == 31 && __builtin_clrsbll(1) == 62 && __builtin_clrsb(-3) == 30);
  return 0;
}
