// false
#include <assert.h>
int main(void) {
  __int128 a = (__int128)-5 << 70;
  assert((a >> 70) == -5 && ((unsigned __int128)a >> 70) == (unsigned __int128)(__int128)-5);
}
