extern double sqrt(double);
extern void reach_error(void);

int main(void) {
	double s = 0, h = 0.5, third = 1.0 / 3.0;
	for (int i = 0; i < 4; i++) {
		s += h;
		h /= 2;
	}
	if (s >= 0.75)
		reach_error();
	if (3 * third != 1 || third < .333 || (float)third * 2.0f > 6.67e-1)
		reach_error();
	if (sqrt(s + 0.0625) != 1)
		reach_error();
	return 0;
}
