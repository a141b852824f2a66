// true
#include <assert.h>
#include <string.h>
#line 7 "grammar.y"
const char *f = __FILE__;
int main(void) {
  int l = __LINE__;
  assert(l == 9 && strcmp(f, "grammar.y") == 0);
  return 0;
}
