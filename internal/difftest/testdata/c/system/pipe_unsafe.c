// false
#include <assert.h>
#include <unistd.h>
int main(void) {
  assert(dup2(0, -2) == -2);
}
