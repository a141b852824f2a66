// false
#include <assert.h>
#include <stddef.h>
int f(int, char *); int g(); int h(const int, char[3]);
int main(void) {
  assert(__builtin_types_compatible_p(typeof(f), int(int, char *)) && __builtin_types_compatible_p(typeof(h), int(int, char *)) && __builtin_types_compatible_p(int(), int(char)));
  return 0;
}
