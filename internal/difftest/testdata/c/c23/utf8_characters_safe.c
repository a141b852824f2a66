// true --64 -std=c23
// gcc: newer
#include <assert.h>
int main(void) {
  unsigned char c = u8'a';
  static_assert(_Generic(u8'a', unsigned char: 1, default: 0) && sizeof u8'a' == 1);
  static_assert(_Generic(u8"x"[0], unsigned char: 1, default: 0));
  const unsigned char *s = u8"\u00e9", t[] = u8"ab";
  assert(c == 97 && s[0] == 0xc3 && s[0] > 127 && s[1] == 0xa9 && sizeof t == 3 && t[1] == 'b');
  return 0;
}
