// true
#include <assert.h>
int main(void) {
  unsigned long long x = 0xfedcba9876543210ULL;
  unsigned __int128 p = (unsigned __int128)x * x;
  assert((unsigned long long)(p >> 64) == 0xfdbac097c8dc5accULL);
}
