// true --check memory
#include <sys/socket.h>
int main(void) {
  char buf[8] = {1};
  int s = socket(AF_INET, SOCK_STREAM, 0);
  return send(s, buf, 8, 0) != 8;
}
