// false --check memory
#include <netdb.h>
int main(void) {
  struct addrinfo *r;
  getaddrinfo("localhost", "80", 0, &r);
  return r->ai_family;
}
