// false
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
int main(void) {
  char t[] = "/tmp/aXXXXX";
  int fd = mkstemp(t);
  assert(fd != -1 || errno != EINVAL);
}
