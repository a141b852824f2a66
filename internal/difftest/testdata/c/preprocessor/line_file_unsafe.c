// false
#include <assert.h>
#include <string.h>
#line 7 "grammar.y"
const char *f = __FILE__;
int main(void) {
  int l = __LINE__;
  assert(l == 9 && strcmp(f, "line_file_unsafe.c") == 0);
  return 0;
}
