// false
#include <assert.h>
int calls;
static int f(void) { return ++calls; }
int main(void) {
  asm volatile("" ::"r"(f()), "r"(f()));
  assert(calls == 1);
  return 0;
}
