// true
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void) {
  char t[] = "/tmp/aXXXXXX", u[] = "XXXXX", v[] = "/tmp/XXXXXX.c";
  int fd = mkstemp(t);
  assert(fd >= -1 && strlen(t) == 12 && t[5] == 'a' && t[6] != '/');
  if (fd >= 0)
    unlink(t);
  assert(mkstemp(u) == -1 && errno == EINVAL && u[0] == 'X');
  fd = mkstemps(v, 2);
  assert(fd >= -1 && v[11] == '.' && v[13] == 0);
  if (fd >= 0)
    unlink(v);
}
