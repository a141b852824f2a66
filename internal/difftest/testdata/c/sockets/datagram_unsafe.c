// false
// gcc: none
#include <assert.h>
#include <sys/socket.h>
int main(void) {
  struct sockaddr_storage from;
  socklen_t len = sizeof from;
  char buf[8] = {1};
  assert(bind(-1, (struct sockaddr *)&from, 0) == -1);
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  assert(s != 5);
  long n = recvfrom(s, buf, sizeof buf, 0, (struct sockaddr *)&from, &len);
  assert(n <= 8 && len <= sizeof from);
  if (n > 0 && sendto(s, buf, (size_t)n, 0, (struct sockaddr *)&from, len) > n)
    assert(0);
}
