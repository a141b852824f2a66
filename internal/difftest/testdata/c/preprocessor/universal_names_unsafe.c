// false
#include <assert.h>
int caf\u00e9 = 4;
int main(void) {
  café++;
  assert(caf\u00e9 == 4 && sizeof "\u00e9" == 3);
  return 0;
}
