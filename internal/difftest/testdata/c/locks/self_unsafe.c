// false
#include <assert.h>
#include <pthread.h>
static pthread_t owner;
int main(void) {
  owner = pthread_self();
  int mine = pthread_equal(owner, pthread_self());
  assert(!mine);
}
