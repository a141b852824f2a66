// true --check memory
#include <netdb.h>
int main(void) {
  struct addrinfo *r;
  char c = 0;
  if (getaddrinfo("127.0.0.1", "80", 0, &r))
    return 0;
  if (r->ai_addrlen > 20)
    c = ((char *)r->ai_addr)[20];
  freeaddrinfo(r);
  return c;
}
