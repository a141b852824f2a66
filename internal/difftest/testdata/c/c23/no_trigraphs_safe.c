// true --64 -std=gnu99
#include <assert.h>
int main(void) {
  assert(sizeof "??/n" == 5 && "??="[0] == '?');
  return 0;
}
