// true
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  int a = open("/dev/null", O_RDONLY), b = open("/dev/zero", O_RDONLY);
  if (a < 0 || b < 0)
    return 0;
  assert(a != b);
  if (close(a) != 0)
    return 0;
  int c = open("/dev/null", O_RDONLY);
  assert(c < 0 || c != b);
  return 0;
}
