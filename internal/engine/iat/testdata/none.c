// Nothing to split: no inputs.
extern void reach_error(void);

int main(void) {
	int x = 0, y = 0;
	while (x < 1000) {
		x++;
		y += 2;
	}
#ifdef UNSAFE
	if (y == 2000)
#else
	if (y != 2000)
#endif
		reach_error();
	return 0;
}
