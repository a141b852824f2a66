// false
#include <assert.h>
#include <unistd.h>
int main(void) {
  char *args[] = {"x", 0};
  execvp("/nowhere/x", args);
  assert(0);
}
