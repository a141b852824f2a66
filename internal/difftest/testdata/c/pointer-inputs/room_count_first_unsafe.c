// false --entry f --check memory,division
#include <assert.h>
void f(int *count, char *text) {
  if (!count || !text)
    return;
  *count = 1;
  *text = 2;
  assert(*count == 1);
}
