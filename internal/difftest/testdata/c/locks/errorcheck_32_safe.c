// true --32
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP, r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, f = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
int main(void) {
  assert(pthread_mutex_unlock(&m) == EPERM);
  assert(pthread_mutex_lock(&m) == 0);
  assert(pthread_mutex_lock(&m) == EDEADLK);
  assert(pthread_mutex_trylock(&m) == EBUSY);
  assert(pthread_mutex_unlock(&m) == 0);
  assert(pthread_mutex_lock(&r) == 0 && pthread_mutex_lock(&r) == 0);
  assert(pthread_mutex_lock(&f) == 0 && pthread_mutex_trylock(&f) == EBUSY);
}
