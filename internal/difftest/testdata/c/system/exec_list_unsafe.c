// false --check memory
#include <string.h>
#include <unistd.h>
int main(void) {
  char p[3];
  memset(p, 'a', 3);
  execl("/nowhere/x", "x", p, (char *)0);
}
