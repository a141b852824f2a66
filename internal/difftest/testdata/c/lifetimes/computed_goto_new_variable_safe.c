// true --check none
#include <assert.h>
int main(void) {
  void *to[] = {&&first, &&second};
  for (int i = 0; i < 2; i++) {
    goto *to[i];
    {
      int x;
    first:
      x = 1;
      continue;
    second:
      x = 1;
      assert(x == 1);
    }
  }
  return 0;
}
