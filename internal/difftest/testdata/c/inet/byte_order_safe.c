// true
#include <arpa/inet.h>
#include <assert.h>
#include <stdint.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
	uint32_t x = __VERIFIER_nondet_uint();
	uint16_t y = (uint16_t)x;
	assert(ntohl(htonl(x)) == x && ntohs(htons(y)) == y);
	assert(htonl(0x01020304) == 0x04030201);
	return 0;
}
