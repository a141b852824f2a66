// true
#include <assert.h>
#include <pthread.h>
static pthread_once_t first = PTHREAD_ONCE_INIT, second = PTHREAD_ONCE_INIT;
static int n;
static void one(void) { n++; }
static void two(void) {
  pthread_once(&first, one);
  n += 10;
}
int main(void) {
  for (int i = 0; i < 3; i++)
    assert(pthread_once(&second, two) == 0);
  pthread_once(&first, one);
  assert(n == 11);
}
