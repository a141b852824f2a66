// false --overflow=undefined
extern void abort(void);
void reach_error(void) { abort(); }
int main(void)
{
	int r, x = 2147483647;
	if (__builtin_add_overflow(x, 1, &r) && r == -2147483647 - 1)
		reach_error();
	return 0;
}
