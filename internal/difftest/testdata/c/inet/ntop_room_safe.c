// true
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
int main(void)
{
	unsigned char a[4] = {1, 2, 3, 4};
	char s[8];
	assert(inet_ntop(AF_INET, a, s, 7) == 0 && errno == ENOSPC);
	return 0;
}
