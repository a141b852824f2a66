// false
#include <assert.h>
#include <pthread.h>
int main(void) {
  pthread_barrier_t b;
  pthread_spinlock_t s;
  pthread_barrier_init(&b, 0, 1);
  pthread_spin_init(&s, 0);
  pthread_spin_lock(&s);
  assert(pthread_barrier_wait(&b) == 0 || pthread_spin_trylock(&s) == 0);
}
