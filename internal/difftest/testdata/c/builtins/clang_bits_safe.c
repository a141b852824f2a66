// true
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
	unsigned x = __VERIFIER_nondet_uint();
#ifdef __TANDEM__
	assert(__builtin_bitreverse8(0x13) == 0xc8 && __builtin_bitreverse16(0x1234) == 0x2c48);
	assert(__builtin_bitreverse32(0x12345678) == 0x1e6a2c48u);
	assert(__builtin_bitreverse64(0x123456789abcdef0ull) == 0x0f7b3d591e6a2c48ull);
	assert(__builtin_bitreverse32(__builtin_bitreverse32(x)) == x);
	assert(__builtin_rotateleft8(0x81, 1) == 3 && __builtin_rotateright16(0x8001, 4) == 0x1800);
	assert(__builtin_rotateleft32(x, 0) == x && __builtin_rotateleft32(x, 37) == (x << 5 | x >> 27));
	assert(__builtin_rotateright64(1, 1) == 1ull << 63 && sizeof __builtin_rotateleft8(1, 1) == 1);
#endif
	return 0;
}
