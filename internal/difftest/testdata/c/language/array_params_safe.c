// true
#include <assert.h>
typedef int T[10];
static int foo(int x[100], int n, int y[n], int z[3][4], const int w[static 5], T t, char *v[4]) {
  assert(sizeof(x) == sizeof(void *) && sizeof x + 0 == sizeof(void *) && sizeof(x[0]) == 4 && sizeof(&x) == sizeof(void *) && sizeof(*&x) == sizeof(void *));
  assert(sizeof y == sizeof(void *) && sizeof z == sizeof(void *) && sizeof z[0] == 16 && sizeof *z == 16 && sizeof w == sizeof(void *));
  assert(sizeof t == sizeof(void *) && sizeof v == sizeof(void *) && sizeof((void)0, x) == sizeof(void *) && sizeof(n ? x : x) == sizeof(void *));
  enum { E = sizeof x };
  static int k = sizeof(z);
  char c[sizeof t];
  assert(E == sizeof(void *) && k == E && sizeof c == E);
  int **pp = &x;
  x++;
  assert(*pp == x && _Generic(x, int *: 1, default: 0) && _Generic(&x, int **: 1, default: 0));
  return 0;
}
int main(void) {
  int x[100], z[3][4], w[5];
  T t;
  char *v[4];
  return foo(x, 4, x, z, w, t, v);
}
