// pair
#include <assert.h>
enum { size = 1000 };
int s[size];
int main(void) {
  s[0] = 2;
  for (int i = 1; i < size; i++) s[i] = s[i - 1] + 2;
#ifndef UNSAFE
  for (int i = 0; i < size; i++) assert(s[i] == 2 * i + 2);
#else
  for (int i = 0; i < size; i++) assert(s[i] == 2 * i + 2 && s[i] < 900);
#endif
  return 0;
}
