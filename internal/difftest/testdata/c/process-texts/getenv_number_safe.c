// true --check memory,division
#include <stdlib.h>
int main(void) {
  char *p = getenv("N");
  int n = p ? atoi(p) : 1;
  if (n < 1) n = 1;
  return 7 / n;
  }
