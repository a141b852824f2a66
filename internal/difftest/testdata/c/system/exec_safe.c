// true
#include <assert.h>
#include <unistd.h>
int main(void) {
  char *args[] = {"x", 0};
  assert(execv("/nowhere/x", args) == -1);
  assert(execl("/nowhere/x", "x", (char *)0) == -1);
}
