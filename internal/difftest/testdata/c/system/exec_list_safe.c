// true --check memory
#include <string.h>
#include <unistd.h>
int main(void) {
  char p[3], *none[] = {0};
  memset(p, 'a', 2);
  p[2] = 0;
  execle("/nowhere/x", "x", p, (char *)0, none);
}
