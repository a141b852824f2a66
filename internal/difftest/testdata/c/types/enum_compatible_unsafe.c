// false
#include <assert.h>
#include <stddef.h>
enum e { A, B }; enum n { M = -1 };
int main(void) {
  assert(__builtin_types_compatible_p(typeof(A), enum e));
  return 0;
}
