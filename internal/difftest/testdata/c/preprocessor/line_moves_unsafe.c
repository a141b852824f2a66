// false
#include <assert.h>
#line 100
int main(void) {
  assert(__LINE__ == 3);
  return 0;
}
