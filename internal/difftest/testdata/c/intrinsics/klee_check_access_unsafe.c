// false --check none
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_assume(unsigned long);
int klee_range(int, int, const char *);
int klee_int(const char *);
void klee_assert(int);
unsigned klee_choose(unsigned);
void klee_report_error(const char *, int, const char *, const char *);
void klee_silent_exit(int);
void klee_prefer_cex(void *, unsigned long);
void klee_check_memory_access(const void *, unsigned long);
void klee_abort(void);

int main(void)
{
	char x[4];
	klee_check_memory_access(x + klee_range(0, 4, "i"), 2);
	return 0;
}
