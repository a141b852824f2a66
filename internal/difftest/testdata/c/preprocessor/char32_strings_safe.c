// true
#include <assert.h>
unsigned a[] = U"a\xfffffffe";
int main(void) {
  const unsigned *p = U"\U0001F600" "!";
  assert(sizeof a == 12 && a[1] == 0xfffffffeu && p[0] == 0x1f600 && p[1] == '!' && p[2] == 0);
  assert(_Generic(U'a', unsigned: 1, default: 0));
  return 0;
}
