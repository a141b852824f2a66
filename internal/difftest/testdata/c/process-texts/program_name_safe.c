// true --check memory
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
int main(void) {
  assert(program_invocation_name != 0);
  return program_invocation_name[0];
}
