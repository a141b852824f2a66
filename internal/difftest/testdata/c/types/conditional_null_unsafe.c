// false
#include <assert.h>
#include <stddef.h>
struct s { int a; char b[7]; };
int main(void) {
  struct s x = {3, ""}, *p = &x;
  int k = p->a;
  assert(sizeof(*(k ? (void *)0 : p)) == sizeof(struct s) && (k > 5 ? NULL : p)->a == 4 && sizeof(*(k ? (int *)0 : (void *)1)) == 1);
  return 0;
}
