// true --check memory
#include <string.h>
#include <unistd.h>
int main(void) {
  char p[4], *args[] = {p, 0};
  memset(p, 'a', 3);
  p[3] = 0;
  execv("/nowhere/x", args);
  execl("/nowhere/x", p, p, (char *)0);
}
