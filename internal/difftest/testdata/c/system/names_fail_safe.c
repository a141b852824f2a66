// true
#include <assert.h>
#include <sys/utsname.h>
#include <unistd.h>
int main(void) {
  struct utsname u;
  char b[65];
  assert(uname(&u) == 0 && gethostname(b, sizeof b) == 0);
}
