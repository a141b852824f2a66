// true --check memory
#include <stdlib.h>
int main(void) {
  int n = 0;
  for (char i = 'A'; i <= 'Z'; i++) {
    char name[2] = {i, 0};
    const char *text = getenv(name);
    if (text && *text) n++;
  }
  return n > 3;
}
