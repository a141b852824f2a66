// false
#include <assert.h>
#include <unistd.h>
int main(void) {
  char b[65];
  assert(gethostname(b, 1) == 0 || b[0] == 0);
}
