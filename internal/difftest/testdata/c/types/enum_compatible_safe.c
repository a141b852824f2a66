// true
#include <assert.h>
#include <stddef.h>
enum e { A, B }; enum n { M = -1 };
int main(void) {
  assert(__builtin_types_compatible_p(enum e, unsigned) && __builtin_types_compatible_p(enum n, int) && !__builtin_types_compatible_p(enum e, enum n) && __builtin_types_compatible_p(typeof(A), int));
  return 0;
}
