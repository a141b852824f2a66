// false
/* nanosleep refuses what is no time, and may be interrupted otherwise. */
#include <assert.h>
#include <errno.h>
#include <time.h>
int main(void) {
  struct timespec t = {1, 2000000000}, rest = {0, 0};
  assert(nanosleep(&t, &rest) == -1 && errno == EINVAL);
  t.tv_sec = 0;
  t.tv_nsec = 5;
  assert(nanosleep(&t, &rest) == 0);
  t.tv_nsec = -1;
  assert(nanosleep(&t, &rest) == 0);
  return 0;
}
