// true --check none
#include <assert.h>
static void put(int *p) { *p = 1; }
int main(void) {
  for (int i = 0; i < 2; i++)
    switch (i) {
      int x, y;
      void set(void) { x = 1; put(&y); }
      int sum(void) { return x + y; }
    case 0: set(); break;
    case 1: set(); assert(sum() == 2);
    }
  return 0;
}
