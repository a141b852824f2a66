// true
#include <assert.h>
int main(void) {
  assert(__builtin_ffs(0) == 0 && __builtin_ffs(8) == 4 && __builtin_ffsll(1LL << 40) == 41);
  return 0;
}
