// false
#include <assert.h>
#include <stdlib.h>

int n;
void first(void) { assert(n == 1); }
void second(void) { n = 2; }
int main(void) {
  if (atexit(first) || atexit(second)) return 1;
  n = 1;
  return 0;
}
