// false --check memory
#include <sys/utsname.h>
int main(void) {
  struct utsname *u = 0;
  return uname(u);
}
