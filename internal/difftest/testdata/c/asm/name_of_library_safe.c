// true
#include <assert.h>
extern unsigned long length(const char *) __asm__("strlen");
int main(void) {
  assert(length("four") == 4);
  return 0;
}
