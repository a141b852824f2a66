// true
#include <assert.h>
#include <regex.h>
#include <string.h>
int main(void) {
  regex_t r;
  regmatch_t m[2];
  const char *s = "abcb";
  if (regcomp(&r, "b(c)?", REG_EXTENDED))
    return 1;
  int e = regexec(&r, s, 2, m, 0);
  assert(e == 0 || e == REG_NOMATCH || e == REG_ESPACE);
  regfree(&r);
}
