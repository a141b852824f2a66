// false --check memory
#include <netdb.h>
int main(void) {
  struct addrinfo *r;
  if (getaddrinfo("127.0.0.1", "80", 0, &r))
    return 0;
  char c = ((char *)r->ai_addr)[127];
  freeaddrinfo(r);
  return c;
}
