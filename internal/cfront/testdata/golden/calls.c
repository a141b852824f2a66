// Calls: order of arguments, struct results and arguments, through pointers.
struct P { int x, y; };
int g;
static int inc(void) { return ++g; }
static struct P make(int x, int y) { struct P p = { x, y }; return p; }
static int sum(struct P p) { return p.x + p.y; }
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static void other(char *p) { *p = 0; }
int main(void) {
	int (*op)(int, int) = g ? add : sub;
	void (*o)(char *) = other;
	int a[3];
	a[inc()] = add(inc(), inc());
	a[g] = g + inc();
	return op(1, 2) + sum(make(3, 4)) + make(5, 6).y;
}
