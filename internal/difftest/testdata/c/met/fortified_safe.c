// true
#define _FORTIFY_SOURCE 2
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char text[8];
  strcpy(text, "abcdef");
  int n = snprintf(text + 1, 4, "%d", 12345);
  assert(n == 5 && text[4] == 0);
  return 0;
}
