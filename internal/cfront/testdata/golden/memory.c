// Structs, arrays, bit-fields, initialisers: memory and offsets.
struct B { unsigned a : 3; int b : 7; };
struct S { int x; struct B bits; char name[4]; } g = { 1, { 5, -1 }, "ab" };
static int table[] = { [2] = 7, 8 };
int *ptr = &table[1];
const char *text = "hello";
int main(void) {
	struct S s = { .x = 3, .name = { 'q' } }, t = s;
	int arr[2][3] = { { 1 } };
	s.bits.b = 4;
	t.x += s.bits.a;
	g = t;
	arr[s.x][1]++;
	ptr = (int *)&s;
	return *ptr + arr[1][2] + text[1] + sizeof s;
}
