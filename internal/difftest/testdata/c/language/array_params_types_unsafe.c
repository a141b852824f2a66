// false
#include <assert.h>
static int foo(char s[], int x[100], int n, int z[][4]) {
  typeof(x) q = x;
  __auto_type a = x;
  assert(sizeof s == sizeof(char *) && sizeof q == 400 && sizeof a == sizeof(int *) && sizeof z == sizeof(int *) && sizeof *z == 16);
  q++, a++;
  assert(q == a && q == x + 1 && sizeof(typeof(s)) == sizeof(char *) && __builtin_types_compatible_p(typeof(x), int *));
  s[0] = z[1][2] = n;
  return s[0];
}
int main(void) {
  char s[4];
  int x[100], z[3][4];
  assert(foo(s, x, 5, z) == 5);
  return 0;
}
