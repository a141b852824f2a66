// false
#include <arpa/inet.h>
#include <assert.h>
int main(void)
{
	struct in_addr a, b;
	assert(inet_aton("10.1", &a) && inet_aton("012.0.0.2", &b));
	assert(a.s_addr == b.s_addr);
	return 0;
}
