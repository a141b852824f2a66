// The example of the package doc.
int f(char *a, int n, char c) {
	int i = 0, s = 0;
	while (i < n && a[i++] != c) s += i;
	return s;
}
int main(void) { return f("abc", 3, 'c'); }
