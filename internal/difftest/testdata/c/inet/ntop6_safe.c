// true
#include <arpa/inet.h>
#include <assert.h>
#include <string.h>
#include <sys/socket.h>
int main(void)
{
	unsigned char a[16] = {0x20, 1, 0xd, 0xb8};
	char s[INET6_ADDRSTRLEN];
	a[15] = 1;
	assert(inet_ntop(AF_INET6, a, s, sizeof s) == s && strcmp(s, "2001:db8::1") == 0);
	return 0;
}
