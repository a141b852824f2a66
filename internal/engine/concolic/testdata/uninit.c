// Uninitialised bytes are inputs.
extern void reach_error(void);
int main(void) {
	unsigned char buf[16];
	int n = 0;
	for (int i = 0; i < 4; i++)
		if (buf[i] == (unsigned char)(0xc0 + 5 * i))
			n++;
	if (n == 4 && buf[9] == buf[10] + 77)
		reach_error();
	return 0;
}
