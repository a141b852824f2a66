// false
#include <assert.h>
#include <pthread.h>
static pthread_once_t first = PTHREAD_ONCE_INIT, second = PTHREAD_ONCE_INIT;
static int n;
static void one(void) { n++; }
int main(void) {
  pthread_once(&second, one);
  pthread_once(&first, one);
  pthread_once(&first, one);
  assert(n == 1);
}
