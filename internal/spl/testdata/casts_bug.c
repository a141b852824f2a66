extern void reach_error(void);

int main(void) {
	int unit = -2147483647 - 1 + 2147483647;
	for (int x = 10 * unit; x <= 10; x++) {
		double r = x + 0.75;
		int y = (int)r;
		if (x >= 0 && y != x)
			reach_error();
		if (x < 1 && y != x + 1)
			reach_error();
		if (y > r + 0.25)
			reach_error();
		r = (double)x;
		if (r != x || r / 4 * 4 != x || x / 4 > r / 4 && x > 0)
			reach_error();
	}
	return 0;
}
