// false
#include <arpa/inet.h>
#include <assert.h>
#include <sys/socket.h>
int main(void)
{
	unsigned char a[16];
	assert(inet_pton(AF_INET6, "fe80::1:3", a) == 1);
	assert(a[0] == 0xfe && a[1] == 0x80 && a[2] == 0 && a[13] == 1 && a[15] == 2);
	return 0;
}
