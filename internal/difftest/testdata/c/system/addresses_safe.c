// true --check memory
#include <netdb.h>
#include <stddef.h>
int main(void) {
  struct addrinfo *r = NULL;
  if (getaddrinfo("localhost", "80", 0, &r))
    return 1;
  int family = r->ai_family;
  freeaddrinfo(r);
  return family;
}
