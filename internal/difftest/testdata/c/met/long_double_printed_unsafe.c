// false
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[32];
  int n = sprintf(text, "%.2Lf", 2.125L * 2);
  assert(n == 4 && !strcmp(text, "4.26"));
  return 0;
}
