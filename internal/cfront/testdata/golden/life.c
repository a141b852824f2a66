// Where lives end: blocks, loops, a literal, a variable array, a statement expression, a jump into a switch.
int *keep;
int f(int n)
{
	for (int i[2] = {0}; i[0] < n; i[0]++) {
		int x = i[0];
		keep = &x;
		if (x == 3)
			break;
		if (x == 2)
			continue;
		int v[n];
		keep = v;
	}
	int direct[2] = {1, 2};
	{
		int unseen[2] = {1, 2};
		n += unseen[n & 1];
	}
	if (n)
		keep = (int[]){n};
	return direct[n & 1] + *({ int y = n; keep = &y; keep; });
}
int main(void)
{
	switch (f(1)) {
		int z;
	case 1:
		z = 1;
	case 2:
		keep = &z;
		goto out;
	}
	return 1;
out:
	return 0;
}
