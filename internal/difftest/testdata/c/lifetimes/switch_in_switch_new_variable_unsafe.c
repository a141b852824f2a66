// false --check none
#include <assert.h>
int main(void) {
  switch (1) { // entered once
    int x;
  case 1:
    x = 7;
    for (int i = 0; i < 2; i++)
      switch (i) { // entered twice
        int y;
      case 0: y = 2; assert(x + y == 9); break;
      case 1: assert(x == 7 && y == 2);
      }
  }
  return 0;
}
