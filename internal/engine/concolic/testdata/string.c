// A string that is compared with another, character by character.
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
static int same(const char *a, const char *b) {
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return *a == *b;
}
int main(void) {
	char s[8];
	for (int i = 0; i < 7; i++)
		s[i] = __VERIFIER_nondet_char();
	s[7] = 0;
	if (same(s, "Tandem"))
		reach_error();
	return 0;
}
