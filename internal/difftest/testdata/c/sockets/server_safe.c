// true --check memory
#include <assert.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
  struct sockaddr_in a;
  char buf[16];
  int s = socket(AF_INET, SOCK_STREAM, 0);
  assert(s >= -1);
  if (s < 0)
    return 1;
  memset(&a, 0, sizeof a);
  a.sin_family = AF_INET;
  if (bind(s, (struct sockaddr *)&a, sizeof a) < 0 || listen(s, 5) < 0)
    return 1;
  int c = accept(s, 0, 0);
  if (c < 0)
    return 1;
  assert(c != s);
  int n = (int)recv(c, buf, sizeof buf - 1, 0);
  if (n < 0)
    return 1;
  buf[n] = 0;
  assert(send(c, buf, (size_t)n, 0) <= n);
  close(c);
}
