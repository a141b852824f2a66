// false --32
#include <assert.h>
#include <wchar.h>
int main(void) {
  wchar_t w = L'\x80000000';
  assert(w < 0 && _Generic(L'\xff', long: 1, default: 0) && _Generic(w, long: 1, default: 0) && w == 0);
  return 0;
}
