// true
#include <arpa/inet.h>
#include <assert.h>
#include <sys/socket.h>
int main(void)
{
	struct in_addr a;
	assert(inet_pton(AF_INET, "1.2.3.4", &a) == 1 && a.s_addr == htonl(0x01020304));
	assert(inet_pton(AF_INET, "1.2.3.04", &a) == 0);
	return 0;
}
