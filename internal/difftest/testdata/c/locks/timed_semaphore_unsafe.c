// false
#include <assert.h>
#include <semaphore.h>
#include <time.h>
int main(void) {
  sem_t s;
  struct timespec past = {1, 0};
  sem_init(&s, 0, 1);
  assert(sem_timedwait(&s, &past) == 0);
  assert(sem_timedwait(&s, &past) == 0);
}
