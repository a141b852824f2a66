// true
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_key_t k;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int ended;
static void end(void *p) { ended++; }
static void make(void) { assert(pthread_key_create(&k, end) == 0); }
static int *get(void) {
  static int first = 5;
  pthread_once(&once, make);
  int *p = pthread_getspecific(k);
  if (!p) {
    p = &first;
    assert(pthread_setspecific(k, p) == 0);
  }
  return p;
}
int main(void) {
  pthread_key_t other;
  *get() += 2;
  assert(*get() == 7);
  assert(pthread_key_create(&other, 0) == 0 && other != k && pthread_getspecific(other) == 0);
  assert(pthread_key_delete(k) == 0 && pthread_setspecific(k, &k) == EINVAL && pthread_getspecific(k) == 0);
  assert(ended == 0 && pthread_key_delete(k) == EINVAL);
}
