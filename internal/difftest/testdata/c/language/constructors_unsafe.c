// false
#include <assert.h>
int order;
__attribute__((constructor)) static void a(void) { order = order * 10 + 3; }
__attribute__((constructor(200))) void b(void) { order = order * 10 + 2; }
__attribute__((constructor(101))) void c(void) { order = order * 10 + 1; }
int main(void) {
  assert(order == 321);
  return 0;
}
