// true --check none
#include <assert.h>
int main(void) {
  for (int k = 0; k < 2; k++) {
    if (k) goto in;
    for (int i = 0; i < 3; i++) {
      if (0) {
      in:;
        i = 1;
      }
      assert(i < 3);
    }
  }
  return 0;
}
