// false --check none
int Frama_C_interval(int, int);
unsigned char Frama_C_unsigned_char_interval(unsigned char, unsigned char);
double Frama_C_double_interval(double, double);
void Frama_C_make_unknown(char *, unsigned long);
int Frama_C_nondet(int, int);
#include <assert.h>

int main(void)
{
	char x[3] = {1, 2, 3};
	Frama_C_make_unknown(x, 2);
	Frama_C_show_each_x(x[0]);
	assert(x[1] == 2);
	return 0;
}
