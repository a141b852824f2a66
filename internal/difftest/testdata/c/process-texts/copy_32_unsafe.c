// false --check memory --32
#include <string.h>
int main(int argc, char **argv) {
  char b[64];
  if (argc > 1)
    strcpy(b, argv[1]);
  return 0;
}
