// false --missing-bodies=input
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>
int main(void) {
  struct timespec a, b;
  if (clock_gettime(CLOCK_MONOTONIC, &a) || clock_gettime(CLOCK_MONOTONIC, &b))
    return 0;
  assert(a.tv_nsec >= 0 && a.tv_nsec < 1000000000);
  assert(b.tv_sec > a.tv_sec);
  return 0;
}
