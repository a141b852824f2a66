// true
#include <assert.h>
#include <string.h>
#define NAME2(a, b) a##b
#define NAME1(a, b) NAME2(a, b)
int NAME1(v, __COUNTER__) = 8;
int NAME1(v, __COUNTER__) = 9;
int main(void) {
  assert(v0 == 8 && v1 == 9 && strcmp(__FILE__, __BASE_FILE__) == 0 && __INCLUDE_LEVEL__ == 0 && __COUNTER__ == 2);
  return 0;
}
