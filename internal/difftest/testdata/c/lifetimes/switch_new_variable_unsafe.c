// false --check none
#include <assert.h>
int main(void) {
  for (int i = 0; i < 3; i++)
    switch (i) { // entered three times, with a new x each time
      int x;
    case 0: x = 1; break;
    case 1: assert(x == 1); break;
    case 2: x = 2; assert(x == 2);
    }
  return 0;
}
