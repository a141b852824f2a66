// Statement expressions, variable length arrays, computed goto, static locals.
int n;
int main(void) {
	static int calls;
	calls++;
	int a[n + 1];
	a[0] = ({ int t = n; t * 2; });
	void *to = n ? &&one : &&two;
	goto *to;
one: return sizeof a;
two: return a[0] ?: calls;
}
