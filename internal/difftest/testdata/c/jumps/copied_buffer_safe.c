// true
#include <string.h>
#include <assert.h>
#include <setjmp.h>

static jmp_buf b, c;
int main(void) {
  int r = setjmp(b);
  if (r == 0) { memcpy(&c, &b, sizeof b); longjmp(c, 2); }
  assert(r == 2);
  return 0;
}
