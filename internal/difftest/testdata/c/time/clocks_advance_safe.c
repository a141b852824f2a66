// true
/* A clock shows no time before what it has shown. */
#include <assert.h>
#include <sys/time.h>
#include <time.h>
int main(void) {
  struct timespec t, u;
  struct timeval v;
  time_t a, b;
  clock_gettime(CLOCK_MONOTONIC, &t);
  clock_gettime(CLOCK_MONOTONIC, &u);
  assert(u.tv_sec > t.tv_sec || u.tv_sec == t.tv_sec && u.tv_nsec >= t.tv_nsec);
  a = time(0);
  gettimeofday(&v, 0);
  b = time(0);
  assert(b >= a && v.tv_sec >= a);
  assert(u.tv_nsec < 1000000000);
  return 0;
}
