// false
#include <assert.h>
#include <limits.h>
#include <locale.h>
int main(void) {
  struct lconv *l = localeconv();
  assert(l->decimal_point[0] == ',' && l->frac_digits == CHAR_MAX);
  return 0;
}
