// false --check memory,division
#include <stdlib.h>
int main(int argc, char **argv) {
  if (argc < 2) return 1;
  int n = atoi(argv[1]);
  return 10 / n;
  }
