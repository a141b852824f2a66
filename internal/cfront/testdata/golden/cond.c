// Conditions are branches; a value of && that can be computed at any time stays
// an expression.
int f(int);
int main(void) {
	int a, b, r;
	if (a < b && b != 0 || !a) r = 1; else r = 2;
	r = a && b;
	r = a && f(b);
	r = a ? b : f(a);
	while (a > 0 && f(a)) a--;
	do { if (a == 3) continue; a++; } while (a < 9);
	for (int i = 0; i < 3; i++) { if (i == b) break; r += i; }
	while (1) { if (f(r)) break; }
	for (;;) ;
}
