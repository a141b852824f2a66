// true
#include <assert.h>
#include <errno.h>
#include <semaphore.h>
#include <time.h>
int main(void) {
  sem_t s;
  struct timespec past = {1, 0}, none = {1, 1000000000};
  assert(sem_init(&s, 0, 1) == 0 && sem_timedwait(&s, &past) == 0);
  errno = 0;
  assert(sem_timedwait(&s, &past) == -1 && errno == ETIMEDOUT);
  assert(sem_timedwait(&s, &none) == -1 && errno == EINVAL);
}
