// false --64 -std=c23
// gcc: newer
#include <assert.h>
#define TEXT(x) #x
#define JOIN(a, b) a##b
int main(void) {
  long x = 1'000'000 + 0b1010'1010 + 0x1'F + 01'7;
  double d = 1'0.2'5e1'0;
  assert(x == 100000 + 170 + 31 + 15 && d == 102500000000.0);
  const char *s = TEXT(1 'a' "1'2"); // don't
  assert(s[2] == '\'' && JOIN(1, 0'0) == 100 && '1' - '0' == 1);
  return 0;
}
