// true
#include <assert.h>
#include <netdb.h>
int main(void) {
  struct addrinfo *r;
  assert(getaddrinfo(0, 0, 0, &r) == EAI_NONAME);
}
