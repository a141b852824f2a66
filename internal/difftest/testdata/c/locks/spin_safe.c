// true
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int main(void) {
  pthread_spinlock_t s;
  pthread_barrier_t b;
  assert(pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE) == 0);
  assert(pthread_spin_lock(&s) == 0 && pthread_spin_trylock(&s) == EBUSY);
  assert(pthread_spin_unlock(&s) == 0 && pthread_spin_trylock(&s) == 0);
  assert(pthread_spin_unlock(&s) == 0 && pthread_spin_destroy(&s) == 0);
  assert(pthread_barrier_init(&b, 0, 0) == EINVAL);
  assert(pthread_barrier_init(&b, 0, 1) == 0);
  assert(pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD);
  assert(pthread_barrier_destroy(&b) == 0);
}
