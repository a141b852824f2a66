// false --missing-bodies=input --check memory
#include <assert.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
int main(void) {
  struct sockaddr_in a;
  char text[16];
  memset(&a, 0, sizeof a);
  a.sin_family = AF_INET;
  int s = socket(AF_INET, SOCK_STREAM, 0);
  if (s < 0)
    return 1;
  if (bind(s, (struct sockaddr *)&a, sizeof a) < 0 || listen(s, 1) < 0)
    return 1;
  int c = accept(s, NULL, NULL);
  if (c < 0)
    return 1;
  ssize_t n = recv(c, text, sizeof text, 0);
  if (n < 0)
    return 1;
  text[n] = 0;
  return text[0];
}
