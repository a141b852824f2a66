// false
#include <assert.h>
int main(void) {
  int n = 3;
  int a[n++];
  for (int i = 0; i < 3; i++) a[i] = i;
  assert(sizeof a == 12 && n == 4 && a[2] == 3);
  return 0;
}
