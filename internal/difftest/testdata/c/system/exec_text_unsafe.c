// false --check memory
#include <string.h>
#include <unistd.h>
int main(void) {
  char p[3], *args[] = {p, 0};
  memset(p, 'a', 3);
  execv("/nowhere/x", args);
}
