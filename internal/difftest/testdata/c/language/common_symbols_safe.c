// true
#include <assert.h>
int a;
int a = 4;
extern int a;
int b[];
int b[3];
static int c;
static int c = 5;
int main(void) {
  extern int a;
  assert(a == 4 && b[2] == 0 && c == 5);
  return 0;
}
