// false
#include <arpa/inet.h>
#include <assert.h>
int main(void)
{
	assert(inet_addr("127.0.0.1") == htonl(0x7f000002));
	assert(inet_addr("256.1.1.1") == INADDR_NONE);
	return 0;
}
