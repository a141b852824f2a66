// false
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int fd = open("/etc/hostname", O_RDONLY);
  char c = 0;
  if (fd < 0)
    return 0;
  ssize_t n = read(fd, &c, 1);
  assert(n >= -1 && n <= 0);
  close(fd);
  return 0;
}
