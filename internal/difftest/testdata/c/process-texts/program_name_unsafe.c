// false --check memory
#define _GNU_SOURCE
#include <errno.h>
int main(void) {
  return program_invocation_name[1];
}
