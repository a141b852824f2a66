// false
#include <assert.h>
#include <unistd.h>
int main(void) {
  unsigned before = alarm(10), left = alarm(0);
  assert(before == 0 || before > 0);
  assert(left > 10);
  return 0;
}
