// false
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  assert(pthread_rwlock_trywrlock(&l) == 0);
}
