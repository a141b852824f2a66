// true --check memory
#include <netdb.h>
int main(void) {
  struct addrinfo *r, h = {.ai_flags = AI_CANONNAME};
  if (getaddrinfo("127.0.0.1", "80", &h, &r) == 0) {
    r->ai_family = r->ai_canonname[0];
    freeaddrinfo(r);
  }
}
