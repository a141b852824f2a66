// true --check memory
#define _GNU_SOURCE
#include <unistd.h>
int main(void) {
  return environ[0] != 0;
}
