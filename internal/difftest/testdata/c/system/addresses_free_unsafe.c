// false --check memory
#include <netdb.h>
#include <stdlib.h>
int main(void) {
  struct addrinfo *r;
  if (getaddrinfo("127.0.0.1", "80", 0, &r) == 0)
    free(r->ai_addr);
}
