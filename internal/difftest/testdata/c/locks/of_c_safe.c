// true
#include <assert.h>
#include <threads.h>
#include <time.h>
static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static int n;
static void once(void) {
  n++;
  assert(tss_create(&key, 0) == thrd_success);
}
int main(void) {
  mtx_t m;
  cnd_t c;
  struct timespec past = {1, 0};
  call_once(&flag, once);
  call_once(&flag, once);
  assert(n == 1);
  assert(tss_get(key) == 0 && tss_set(key, &n) == thrd_success && tss_get(key) == &n);
  assert(mtx_init(&m, mtx_plain | mtx_recursive) == thrd_success);
  assert(mtx_lock(&m) == thrd_success && mtx_lock(&m) == thrd_success && mtx_trylock(&m) == thrd_success);
  for (int i = 0; i < 3; i++)
    assert(mtx_unlock(&m) == thrd_success);
  mtx_destroy(&m);
  assert(mtx_init(&m, mtx_timed) == thrd_success && mtx_timedlock(&m, &past) == thrd_success);
  assert(mtx_trylock(&m) == thrd_busy && mtx_timedlock(&m, &past) == thrd_timedout);
  assert(cnd_init(&c) == thrd_success && cnd_signal(&c) == thrd_success && cnd_broadcast(&c) == thrd_success);
  int e = cnd_timedwait(&c, &m, &past);
  assert(e == thrd_timedout || e == thrd_success);
  assert(mtx_unlock(&m) == thrd_success);
  cnd_destroy(&c);
  assert(thrd_equal(thrd_current(), thrd_current()));
  thrd_yield();
  tss_delete(key);
}
