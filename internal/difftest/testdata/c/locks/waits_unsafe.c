// false
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  pthread_cond_t c;
  pthread_condattr_t a;
  struct timespec none = {1, 1000000000};
  clockid_t clock;
  pthread_condattr_init(&a);
  pthread_condattr_setclock(&a, CLOCK_MONOTONIC);
  pthread_condattr_getclock(&a, &clock);
  pthread_cond_init(&c, &a);
  pthread_mutex_lock(&m);
  int e = pthread_cond_timedwait(&c, &m, &none);
  assert(clock != CLOCK_MONOTONIC || e == ETIMEDOUT);
}
