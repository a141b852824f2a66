// true --check memory
#include <dirent.h>
int main(void) {
  DIR *d = opendir("/");
  if (!d)
    return 0;
  struct dirent *a = readdir(d);
  char c = a ? a->d_name[0] : 0;
  closedir(d);
  return c == '/';
}
