// false
#define _GNU_SOURCE
#include <assert.h>
#include <netdb.h>
int main(void) {
  struct addrinfo h = {.ai_flags = AI_IDN}, *r;
  assert(getaddrinfo("\xc3\xa4\xff", "80", &h, &r) >= -12);
}
