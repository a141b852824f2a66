// true
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
struct table { pthread_rwlock_t l; int n; };
static int get(struct table *t) {
  assert(pthread_rwlock_rdlock(&t->l) == 0);
  int n = t->n;
  assert(pthread_rwlock_unlock(&t->l) == 0);
  return n;
}
static void put(struct table *t, int n) {
  assert(pthread_rwlock_wrlock(&t->l) == 0);
  t->n = n;
  assert(pthread_rwlock_tryrdlock(&t->l) == EBUSY && pthread_rwlock_rdlock(&t->l) == EDEADLK);
  assert(pthread_rwlock_unlock(&t->l) == 0);
}
int main(void) {
  struct table t;
  assert(pthread_rwlock_init(&t.l, 0) == 0);
  put(&t, 3);
  assert(get(&t) == 3);
  assert(pthread_rwlock_destroy(&t.l) == 0);
  assert(pthread_rwlock_rdlock(&l) == 0 && pthread_rwlock_tryrdlock(&l) == 0);
  assert(pthread_rwlock_trywrlock(&l) == EBUSY);
  assert(pthread_rwlock_unlock(&l) == 0 && pthread_rwlock_trywrlock(&l) == EBUSY);
  assert(pthread_rwlock_unlock(&l) == 0 && pthread_rwlock_trywrlock(&l) == 0);
  assert(pthread_rwlock_wrlock(&l) == EDEADLK);
}
