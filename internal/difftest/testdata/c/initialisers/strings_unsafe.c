// false
#include <assert.h>
char a[] = {"abc"}, b[2] = "xyz", c[5] = "p", d[][3] = {"ab", {"cd"}, {'e'}};
int main(void) {
  assert(sizeof a == 4 && b[1] == 'y' && c[1] == 0 && c[4] == 0 && sizeof d == 9 && d[1][1] == 'd' && d[2][1] == 'd');
  return 0;
}
