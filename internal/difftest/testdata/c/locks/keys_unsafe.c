// false
#include <assert.h>
#include <pthread.h>
int main(void) {
  pthread_key_t a, b;
  int x = 1, y = 2;
  pthread_key_create(&a, 0);
  pthread_key_create(&b, 0);
  pthread_setspecific(a, &x);
  pthread_setspecific(b, &y);
  int *p = pthread_getspecific(a), *q = pthread_getspecific(b);
  assert(*p == *q);
}
