// false
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
static int says(const char *s) {
  errno = 0;
  strtod(s, 0);
  int e = errno;
  errno = 0;
  strtof(s, 0);
  assert(errno == e);
  return e;
}
int main(void) {
  assert(says("nan(18446744073709551616)") == ERANGE && says("nan(18446744073709551615)") == 0 && says("nan(0xfffffffffffffffff)") == ERANGE);
  assert(says("nan(99999999999999999999999z)") == ERANGE && says("nan(99999999999999999999999") == ERANGE && says("nan(_99999999999999999999999)") == 0);
  assert(says("nan(0999999999999999999999999)") == 0 && says("nan(07777777777777777777777777777)") == ERANGE);
  return 0;
}
