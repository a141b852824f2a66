// true
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main(void) {
  struct timespec past = {1, 0}, none = {1, -1};
  int woken = 0;
  pthread_mutex_lock(&m);
  assert(pthread_cond_timedwait(&c, &m, &none) == EINVAL);
  for (int i = 0; i < 2; i++) {
    int e = pthread_cond_timedwait(&c, &m, &past);
    assert(e == ETIMEDOUT || e == 0);
    woken += e == 0;
  }
  assert(woken <= 2);
  assert(pthread_mutex_trylock(&m) == EBUSY);
  assert(pthread_cond_signal(&c) == 0 && pthread_cond_broadcast(&c) == 0);
  assert(pthread_mutex_unlock(&m) == 0 && pthread_cond_destroy(&c) == 0);
}
