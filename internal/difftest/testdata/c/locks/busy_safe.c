// true
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  struct timespec past = {1, 0}, none = {1, 1000000000};
  assert(pthread_mutex_timedlock(&m, &none) == 0);
  assert(pthread_mutex_trylock(&m) == EBUSY);
  assert(pthread_mutex_timedlock(&m, &past) == ETIMEDOUT);
  assert(pthread_mutex_timedlock(&m, &none) == EINVAL);
  assert(pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_trylock(&m) == 0);
}
