// false
#include <assert.h>
#include <unistd.h>
int main(void) {
  unsigned char b[2] = {1, 1};
  for (int i = 0; i < 200; i++)
    if (getentropy(b, 1) == 0)
      assert(b[0] < 200 && b[1] == 1);
}
