// false --64 -std=c23
#include <assert.h>
#include <stdio.h>
#include <string.h>
#define PRINT(f, ...) snprintf(b, sizeof b, f __VA_OPT__(,) __VA_ARGS__)
#define COUNT(...) (0 __VA_OPT__(+ 1))
int main(void) {
  char b[9];
  PRINT("x");
  assert(!strcmp(b, "x"));
  PRINT("%d", 7);
  assert(!strcmp(b, "7") && COUNT() == 0 && COUNT(x, y) == 2);
  return 0;
}
