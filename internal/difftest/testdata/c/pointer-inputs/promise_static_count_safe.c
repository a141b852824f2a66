// true --entry sum --check memory --assume n<=8
// a[static n] has room for n elements.

unsigned sum(int n, unsigned a[static n])
{
	unsigned s = 0;
	for (int i = 0; i < n; i++)
		s += a[i];
	return s;
}
