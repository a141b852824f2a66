// false
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  int n = 0;
  pthread_mutex_lock(&a);
  n++;
  pthread_mutex_unlock(&a);
  assert(pthread_mutex_trylock(&a) != 0 || n == 0);
}
