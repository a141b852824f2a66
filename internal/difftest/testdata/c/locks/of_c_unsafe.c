// false
#include <assert.h>
#include <threads.h>
static once_flag flag = ONCE_FLAG_INIT;
static int n;
static void once(void) { n++; }
int main(void) {
  mtx_t m;
  tss_t a, b;
  call_once(&flag, once);
  call_once(&flag, once);
  mtx_init(&m, mtx_plain);
  mtx_lock(&m);
  tss_create(&a, 0);
  tss_create(&b, 0);
  tss_set(a, &n);
  assert(n == 2 || mtx_trylock(&m) == thrd_success || tss_get(b) == &n);
}
