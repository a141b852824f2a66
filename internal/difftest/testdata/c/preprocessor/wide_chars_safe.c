// true
#include <assert.h>
#include <wchar.h>
int main(void) {
  wchar_t w = L'\xffffffff';
  assert(w == -1 && L'ab' == 'b' && L'\u20ac' == 0x20ac && sizeof L'a' == 4);
  assert(w < 0);
  return 0;
}
