// false
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *end;
  long double x = strtold("0.5e1z", &end);
  assert(x == 5.5L && *end == 'z');
  return 0;
}
