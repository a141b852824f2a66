// true
#include <assert.h>
#include <wchar.h>
wchar_t a[] = L"\xffffffff" "b";
int main(void) {
  const wchar_t *p = L"\xd800";
  assert(sizeof a == 12 && a[0] == -1 && a[1] == 'b' && p[0] == 0xd800 && p[1] == 0);
  return 0;
}
