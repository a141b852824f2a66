// true
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m;
static int depth(int n) {
  assert(pthread_mutex_lock(&m) == 0);
  int d = n ? 1 + depth(n - 1) : 1;
  assert(pthread_mutex_unlock(&m) == 0);
  return d;
}
int main(void) {
  pthread_mutexattr_t a;
  int kind;
  assert(pthread_mutexattr_init(&a) == 0);
  assert(pthread_mutexattr_settype(&a, 17) == EINVAL);
  assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE) == 0);
  assert(pthread_mutexattr_gettype(&a, &kind) == 0 && kind == PTHREAD_MUTEX_RECURSIVE);
  assert(pthread_mutex_init(&m, &a) == 0);
  assert(pthread_mutexattr_destroy(&a) == 0);
  assert(depth(3) == 4);
  assert(pthread_mutex_trylock(&m) == 0 && pthread_mutex_trylock(&m) == 0);
  assert(pthread_mutex_unlock(&m) == 0 && pthread_mutex_unlock(&m) == 0 && pthread_mutex_unlock(&m) == EPERM);
  assert(pthread_mutex_destroy(&m) == 0);
}
