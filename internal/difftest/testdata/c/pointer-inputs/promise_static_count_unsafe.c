// false --entry sum --check memory --assume n<=16
// a[static n] need not have room for one more.

unsigned sum(int n, unsigned a[static n])
{
	unsigned s = 0;
	for (int i = 0; i <= n; i++)
		s += a[i];
	return s;
}
