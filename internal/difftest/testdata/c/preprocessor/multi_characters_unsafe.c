// false
#include <assert.h>
int main(void) {
  assert('ab' == 24930 && '\377' == -1 && '\x80' < 0 && '\u00e9' == 0xe9);
  return 0;
}
