// true --check memory
#include <sys/utsname.h>
int main(void) {
  struct utsname u;
  return uname(&u) == 0 && u.sysname[0] == 'L' && u.machine[64] == 0;
}
