// false
#include <assert.h>
#include <stddef.h>
int main(void) {
  int i = 0, *p = &i;
  const int *c = &i;
  volatile void *v = &i;
  assert(_Generic(1 ? p : c, const int *: 1, default: 0) && _Generic(i ? c : v, const volatile void *: 1, default: 0) && _Generic(1 ? c : (void *)0, void *: 1, default: 0));
  return 0;
}
