// After DART's example of a cast that aliases a field: a byte is written over what was tested.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct pair { int tag; char c; };
int main(void) {
	struct pair p;
	p.tag = __VERIFIER_nondet_int();
	p.c = (char)__VERIFIER_nondet_int();
	if (p.c == 0) {
		*((char *)&p + sizeof(int)) = 1;
		if (p.c != 0 && p.tag == 20260517)
			reach_error();
	}
	return 0;
}
