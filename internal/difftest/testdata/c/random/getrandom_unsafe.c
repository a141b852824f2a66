// false
#include <assert.h>
#include <sys/random.h>
int main(void) {
  unsigned char b[4] = {5, 5, 5, 5};
  for (int i = 0; i < 200; i++) {
    ssize_t r = getrandom(b, 3, 0);
    assert(r != 3 || b[3] != 5 || b[2] < 100);
  }
}
