// false
#include <assert.h>
#include <sys/uio.h>
int main(void) {
  struct iovec v = {0, 0};
  assert(writev(2, &v, -1) == 0);
}
