// false
#include <assert.h>
int main(void) {
  unsigned __int128 a = ~0ULL;
  a = a + 1;
  assert((unsigned long long)(a >> 64) == 0 && (unsigned long long)a == 0);
}
