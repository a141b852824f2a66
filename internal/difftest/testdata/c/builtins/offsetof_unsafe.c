// false
#include <assert.h>
struct S { char a; int b; char c[10]; };
int main(void) {
  assert(__builtin_offsetof(struct S, c) == 8 && __builtin_offsetof(struct S, c[3]) == 8);
  return 0;
}
