// false
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
  int n = 0;
  for (int i = 0; i < 3; i++)
    if (pthread_mutex_trylock(&m) == 0)
      n++;
  assert(n == 3);
}
