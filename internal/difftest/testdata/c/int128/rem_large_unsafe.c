// false
#include <assert.h>
int main(void) {
  unsigned __int128 n = (unsigned __int128)1 << 100, d = 1000000007;
  assert((unsigned)(n % d) == 976371286u);
}
