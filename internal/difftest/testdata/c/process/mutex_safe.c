// true --check memory
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
struct counter { pthread_mutex_t m; int n; };
static int count(struct counter *c) {
  pthread_mutex_lock(&c->m);
  int n = ++c->n;
  pthread_mutex_unlock(&c->m);
  return n;
}
int main(void) {
  struct counter c = {.n = 0};
  assert(pthread_mutex_init(&c.m, 0) == 0);
  assert(pthread_mutex_trylock(&a) == 0);
  assert(count(&c) == 1 && count(&c) == 2);
  assert(pthread_mutex_unlock(&a) == 0);
  return pthread_mutex_destroy(&c.m);
}
