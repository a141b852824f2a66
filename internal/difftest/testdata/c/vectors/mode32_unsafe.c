// false --32
#include <assert.h>
int main(void) {
  typedef long L __attribute__((vector_size(16)));
  L a = {1, 2};
  a = a + a;
  assert(sizeof(long) == 4 && sizeof a / sizeof a[0] == 2 && a[1] == 4);
  return 0;
}
