// true
extern void abort(void);
void reach_error(void) { abort(); }
int x;
static void g(void) { if (x != 0) reach_error(); }
static void nothing(void) {}
int main(void)
{
	void (*p)(void) = g;
	nothing();
#ifdef __x86_64__
	__asm__ volatile("call *%0" : : "b"(p) : "memory", "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11", "cc");
#else
	__asm__ volatile("call *%0" : : "b"(p) : "memory", "eax", "ecx", "edx", "cc");
#endif
	return 0;
}
