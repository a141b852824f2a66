// true --check memory,division
#include <stdlib.h>
int main(int argc, char **argv) {
  if (argc < 2) return 1;
  int n = atoi(argv[1]);
  if (n == 0) return 2;
  return 10 / n != 3 ? 0 : 1;
  }
