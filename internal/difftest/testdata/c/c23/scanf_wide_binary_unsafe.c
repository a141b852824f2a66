// false -std=c23
// gcc: none
#include <assert.h>
#include <wchar.h>
int main(void) {
  int a = 0;
  assert(swscanf(L"0b10", L"%i", &a) == 1 && a == 0);
}
