// true -std=c23
// gcc: none
#include <assert.h>
#include <wchar.h>
int main(void) {
  int a = 0, n = 0;
  assert(swscanf(L"0b10 3", L"%i%n", &a, &n) == 1 && a == 2 && n == 4);
}
