// Fig. 9 of the paper: the loop never ends, but Pre alone finds y < 0, y + x < 0, y + 2 * x < 0 and so on.
// safe: as the paper has it
// fault: x is -1
// input:
extern void reach_error(void);
int main(void) {
	int x, y;
#ifdef FAULT
	x = -1;
#else
	x = 0;
#endif
	y = 0;
	while (y >= 0)
		y = y + x;
	reach_error();
	return 0;
}
