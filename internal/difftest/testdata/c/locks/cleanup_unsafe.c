// false
#include <assert.h>
#include <pthread.h>
static int cleaned;
static void clean(void *p) { cleaned = 10 * cleaned + *(int *)p; }
int main(void) {
  int one = 1, two = 2;
  pthread_cleanup_push(clean, &one);
  pthread_cleanup_push(clean, &two);
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(1);
  assert(cleaned == 12);
}
