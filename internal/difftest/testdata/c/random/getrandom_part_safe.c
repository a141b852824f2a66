// true
#include <assert.h>
#include <sys/random.h>
int main(void) {
  unsigned char b[300];
  ssize_t n = getrandom(b, 300, 0);
  assert(n == -1 || n >= 1 && n <= 300);
  n = getrandom(b, 256, 0);
  assert(n == -1 || n == 256);
}
