// true --check memory
#include <stdlib.h>
int main(int argc, char **argv) {
  int a[8] = {0};
  if (argc < 2) return 1;
  int n = atoi(argv[1]);
  if (n < 0 || n >= 8) return 2;
  a[n] = 1;
  return a[n];
  }
