// false
#include <assert.h>
#include <unistd.h>
int main(void) {
  char b[40];
  assert(getcwd(b, 0) == b);
}
