// false
// What an attribute says of a type holds where there are pointers to it, and for variables with a visibility.
#include <assert.h>
#define EXPORT __attribute__((visibility("default"), used))
typedef _Float16 half;
typedef int wide __attribute__((aligned));
half *first;
_Float16 *second;
wide *third;
EXPORT _Float16 shown = 1;
struct pair {
  char c;
  wide d;
};
int visibility = 3;
int main(void) {
  half x = 1, y[3];
  first = &x;
  second = y;
  *first = (half)2049.0f;
  assert(*first == 2048.0f);
  assert(sizeof *first == 4);
  assert(sizeof *second == 2 && sizeof y == 6 && sizeof shown == 2);
  assert(_Alignof(wide) == 16 && sizeof(struct pair) == 32);
  return visibility - 3;
}
