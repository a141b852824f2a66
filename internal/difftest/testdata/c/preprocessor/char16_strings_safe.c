// true
#include <assert.h>
typedef unsigned short c16;
c16 a[] = u"a\U0001F600", b[2] = u"xy";
const c16 *p = u"\x12""34";
int main(void) {
  assert(sizeof a == 8 && a[1] == 0xd83d && a[2] == 0xde00 && a[3] == 0);
  assert(b[1] == 'y' && p[0] == 0x12 && p[1] == '3' && p[3] == 0);
  assert(_Generic(u'a', unsigned short: 1, default: 0) && u'\x1ffff' == 0xffff);
  return 0;
}
