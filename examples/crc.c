// No inputs: decided by running it. The table-driven and the bitwise CRC-32
// of a short message agree.
#include <assert.h>
#include <string.h>

static unsigned table[256];

static unsigned bitwise(const unsigned char *p, unsigned n)
{
	unsigned crc = 0xffffffffu;
	for (unsigned i = 0; i < n; i++) {
		crc ^= p[i];
		for (int k = 0; k < 8; k++)
			crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
	}
	return ~crc;
}

static unsigned tabular(const unsigned char *p, unsigned n)
{
	for (unsigned i = 0; i < 256; i++) {
		unsigned c = i;
		for (int k = 0; k < 8; k++)
			c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1;
		table[i] = c;
	}
	unsigned crc = 0xffffffffu;
	while (n--)
		crc = crc >> 8 ^ table[(crc ^ *p++) & 255];
	return ~crc;
}

int main(void)
{
	const char *msg = "123456789";
	unsigned a = bitwise((const unsigned char *)msg, strlen(msg));
	unsigned b = tabular((const unsigned char *)msg, strlen(msg));
	assert(a == b);
	assert(a == 0xcbf43926u);
	return 0;
}
