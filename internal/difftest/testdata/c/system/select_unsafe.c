// false
#include <assert.h>
#include <sys/select.h>
int main(void) {
  struct timeval t = {0, 0};
  assert(select(-1, 0, 0, 0, &t) == 0);
}
