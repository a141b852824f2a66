// false
#include <assert.h>
struct S { char a[4]; int b; char c[10]; } s;
int main(void) {
  assert(__builtin_object_size(s.a, 0) == 20 && __builtin_object_size(s.a, 1) == 4 && __builtin_object_size(&s.c[3], 3) == 9);
  return 0;
}
