// false
#include <assert.h>
#include <stddef.h>
int m[2][3]; const int cm[2][3];
int main(void) {
  typeof(m[0]) row;
  row[2] = 3;
  typeof(&m[0]) next = m;
  next++;
  (*next)[2] = 7;
  assert(sizeof row == 12 && row[2] == 3 && m[1][2] == 7 && _Generic(&cm[0], const int (*)[3]: 1, default: 0) && sizeof(*next) == 8);
  return 0;
}
