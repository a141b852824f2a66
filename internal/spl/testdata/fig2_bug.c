extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static int fun(int n, int flag) {
	int x = 0, y = 0;
	while (x < n) {
		x = x + 1;
		if (flag == 1)
			y = y + x;
		else
			y = y - x * x;
	}
	return y;
}

int main(void) {
	int n = __VERIFIER_nondet_int();
	int flag = __VERIFIER_nondet_int();
	if (fun(n, flag) == 1225)
		reach_error();
	return 0;
}
