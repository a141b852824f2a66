// false
#include <assert.h>
#include <complex.h>
struct s { char c; double complex z; } a[2] = {{1, 1 + 2 * I}, {2, 3}};
int main(void) {
  double complex t = 0;
  for (int i = 0; i < 2; i++) t += a[i].z * a[i].c;
  assert(sizeof a == 48 && t == 7 + 4 * I);
}
