// false
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x;
  char text[64];
  int n = snprintf(text, sizeof text, "%p", (void *)&x);
  assert(n > 30);
  return 0;
}
