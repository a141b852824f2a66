// false
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  char c[4];
  assert(realpath(0, c) != 0 || readlink("/proc/self/exe", c, 0) >= 0);
}
