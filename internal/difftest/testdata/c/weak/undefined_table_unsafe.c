// false
#include <assert.h>
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
void on_reset(void) __attribute__((weak));
void on_tick(void) __attribute__((weak));
static int ticks;
void on_tick(void) { ticks++; }
static void (*const table[])(void) = {on_reset, on_tick, NULL};
int main(void) {
  int called = 0;
  for (int i = 0; i < 2; i++)
    if (table[i]) {
      table[i]();
      called++;
    }
  assert(called == 2 && ticks == 1);
  return 0;
}
