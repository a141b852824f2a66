// Labels, switch, and declarations that a jump passes by.
int f(int);
int main(void) {
	int n = f(0);
	switch (n) {
		int x; int a[2];
	case 1: x = 2; a[0] = x; break;
	case 2 ... 5: n = a[1];
	default: n += x;
	}
again:
	if (--n > 0) goto again;
	goto out;
	f(1);
out:
	return n;
}
