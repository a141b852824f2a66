// true
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
static pthread_t owner;
static int cleaned;
static void clean(void *p) { cleaned += *(int *)p; }
int main(void) {
  int two = 2, old;
  assert(!pthread_equal(owner, pthread_self()));
  owner = pthread_self();
  assert(pthread_equal(owner, pthread_self()));
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
  assert(pthread_setcancelstate(old, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
  pthread_testcancel();
  assert(pthread_setname_np(pthread_self(), "worker") == 0 && pthread_setname_np(pthread_self(), "a name of many letters") != 0);
  assert(sched_yield() == 0);
  return 0;
}
