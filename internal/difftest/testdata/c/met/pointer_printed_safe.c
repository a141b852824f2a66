// true
#include <assert.h>
#include <stdio.h>
int main(void) {
  int x;
  char text[64];
  int n = snprintf(text, sizeof text, "%p", (void *)&x);
  assert(n > 0);
  return 0;
}
