// false
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
int main(void) {
  pthread_mutex_lock(&m);
  int e = pthread_mutex_lock(&m);
  assert(e != EDEADLK);
}
