// true
#include <arpa/inet.h>
#include <assert.h>
#include <string.h>
int main(void)
{
	struct in_addr a;
	a.s_addr = htonl(0xc0a80164);
	assert(strcmp(inet_ntoa(a), "192.168.1.100") == 0);
	return 0;
}
