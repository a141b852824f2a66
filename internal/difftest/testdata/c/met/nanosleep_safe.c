// true
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
int main(void) {
  struct timespec t = {0, 1000}, left = {0, 0};
  int r = nanosleep(&t, &left);
  assert(r == 0 || r == -1);
  return 0;
}
