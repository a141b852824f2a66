// false --check memory
#include <dirent.h>
int main(void) {
  DIR *d = opendir(".");
  struct dirent *e = readdir(d);
  return !e;
}
