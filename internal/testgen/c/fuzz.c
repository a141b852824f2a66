<%- /* The fixed parts of a fuzz target. They follow the source of the program in the same file, so they include no headers,
     and all their names begin with tandem_. See fuzz.go. */ -%>
<% define "fuzz_head" -%>
/* Written by tandem <%.Tool%>: a fuzz target for <%.Entry%>.
   libFuzzer:      clang -g -fsanitize=fuzzer,address,undefined FLAGS THIS.c && ./a.out -detect_leaks=0 CORPUS
   a file, or AFL: gcc -g -DTANDEM_STANDALONE FLAGS THIS.c && ./a.out FILE...    (no file: standard input)
   FLAGS: <%.Flags%>
   What a run changes in global variables stays for the next one. */
#define main tandem_program_main
#include <%.File%>
#undef main
extern void *tandem_c_calloc(unsigned long, unsigned long) __asm__("calloc");
static void *tandem_stop[8];
static const unsigned char *tandem_at, *tandem_end;
static struct { unsigned char *p; unsigned long n; } tandem_objects[254];
static int tandem_count;
static void tandem_begin(const unsigned char *data, unsigned long size) {
	tandem_at = data, tandem_end = data + size, tandem_count = 0;
}
static unsigned long long tandem_take(int n) {
	unsigned long long v = 0;
	int i;
	for (i = 0; i < n; i++)
		if (tandem_at < tandem_end) v |= (unsigned long long)*tandem_at++ << 8 * i;
	return v;
}
static void *tandem_new(unsigned long n) {
	unsigned char *p = tandem_c_calloc(1, n ? n : 1);
	unsigned long i;
	for (i = 0; i < n && tandem_at < tandem_end; i++) p[i] = *tandem_at++;
	if (tandem_count < 254) tandem_objects[tandem_count].p = p, tandem_objects[tandem_count++].n = n;
	return p;
}
static void *tandem_made(int pick) {
	unsigned long off;
	if (pick < 2 || !tandem_count) return 0;
	pick = (pick - 2) % tandem_count;
	off = tandem_take(1);
	return tandem_objects[pick].p + (tandem_objects[pick].n ? off % tandem_objects[pick].n : 0);
}
static __attribute__((unused)) unsigned long tandem_size(const void *p) {
	int i;
	for (i = 0; i < tandem_count; i++)
		if (tandem_objects[i].p == p) return tandem_objects[i].n;
	return 0;
}
static __attribute__((unused)) void tandem_pointer(void *p, unsigned long off, void *to) {
	__builtin_memcpy((char *)p + off, &to, sizeof to);
}
static __attribute__((unused)) long tandem_stub() { return (long)tandem_take(1); }
<% end %>

<%- /* The function that decodes a pointer to an object of a kind. */ -%>
<% define "kind" -%>
/* <%.Name%> */
static void *tandem_kind_<%.ID%>(int own, int depth) {
	unsigned char pick = own ? 1 : (unsigned char)tandem_take(1), *p;
	if (pick != 1) return tandem_made(pick);
	p = tandem_new(<%.Size%>);
<%- range .Pointers%>
	tandem_pointer(p, <%.Off%>, <%if .Null%>0<%else if .Code%>tandem_take(1) ? (void *)tandem_stub : 0<%else%>depth < 254 ? tandem_kind_<%.Kind%>(0, depth + 1) : 0<%end%>);
<%- end%>
	return p;
}
<% end %>

<% define "fuzz_main" -%>
#ifdef TANDEM_STANDALONE
extern int tandem_c_open(const char *, int, ...) __asm__("open");
extern long tandem_c_read(int, void *, unsigned long) __asm__("read");
extern int tandem_c_close(int) __asm__("close");
static unsigned char tandem_buffer[1 << 20];
int main(int argc, char **argv) {
	int i, fd;
	for (i = 1; i < argc || i == 1; i++) {
		unsigned long n = 0;
		long got;
		fd = argc > 1 ? tandem_c_open(argv[i], 0) : 0;
		if (fd < 0) return 2;
		while (n < sizeof tandem_buffer && (got = tandem_c_read(fd, tandem_buffer + n, sizeof tandem_buffer - n)) > 0) n += got;
		if (fd) tandem_c_close(fd);
		LLVMFuzzerTestOneInput(tandem_buffer, n);
	}
	return 0;
}
#endif
<% end %>
