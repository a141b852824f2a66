// true
#include <assert.h>
int main(void) {
  unsigned __int128 x = 0;
  int n = 0;
  x--;
  if (x) n++;
  x >>= 64;
  assert(n == 1 && x++ == ~0ULL && x > ~0ULL);
}
