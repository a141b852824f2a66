// false --check none
int Frama_C_interval(int, int);
unsigned char Frama_C_unsigned_char_interval(unsigned char, unsigned char);
double Frama_C_double_interval(double, double);
void Frama_C_make_unknown(char *, unsigned long);
int Frama_C_nondet(int, int);
#include <assert.h>

int main(void)
{
	int x = Frama_C_interval(-3, 8);
	assert(x >= -3 && x < 8);
	return 0;
}
