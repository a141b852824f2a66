// false
#include <assert.h>
#include <semaphore.h>
static sem_t s;
int main(void) {
  int v;
  sem_init(&s, 0, 2);
  sem_wait(&s);
  sem_trywait(&s);
  sem_getvalue(&s, &v);
  assert(v == 1);
}
