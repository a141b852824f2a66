// false
#include <assert.h>
int main(void) {
  assert(sizeof "??=" == 2);
  return 0;
}
