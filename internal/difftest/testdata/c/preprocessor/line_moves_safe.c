// true
#include <assert.h>
#line 100
int main(void) {
  assert(__LINE__ == 101);
  return 0;
}
