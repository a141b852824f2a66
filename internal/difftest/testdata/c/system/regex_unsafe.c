// false --check memory
#include <regex.h>
int main(void) {
  regex_t r = {0};
  regmatch_t m;
  return regexec(&r, "b", 1, &m, 0);
}
