<%- /* The harness of a source file: definitions of functions without a body. See ctext.go. */ -%>
<%- /* What the definitions of functions without a body call. It keeps away from the C library, which would call the program's own
     memcpy, malloc or exit. */ -%>
<% define "source" -%>
#define TANDEM_STRING(x) #x
#define TANDEM_PREFIX(x) TANDEM_STRING(x)
#define TANDEM_NAME(x) __asm__(TANDEM_PREFIX(__USER_LABEL_PREFIX__) x)
extern void tandem_c_exit(int) TANDEM_NAME("_exit") __attribute__((noreturn));
#if defined __linux__ && (defined __i386__ || defined __x86_64__)
extern long tandem_c_call(long, ...) TANDEM_NAME("syscall");
#ifdef __i386__
#define tandem_c_read(at, n) tandem_c_call(3, 0, at, n)
#define tandem_c_write(at, n) tandem_c_call(4, 2, at, n)
#else
#define tandem_c_read(at, n) tandem_c_call(0, 0L, at, n)
#define tandem_c_write(at, n) tandem_c_call(1, 2L, at, n)
#endif
#else
extern long tandem_c_in(int, void *, __SIZE_TYPE__) TANDEM_NAME("read");
extern long tandem_c_out(int, const void *, __SIZE_TYPE__) TANDEM_NAME("write");
#define tandem_c_read(at, n) tandem_c_in(0, at, n)
#define tandem_c_write(at, n) tandem_c_out(2, at, n)
#endif
static void tandem_say(const char *s) {
  long n = 0;
  while (s[n])
    n++;
  tandem_c_write(s, n);
}
static void __attribute__((noreturn)) tandem_stop(const char *why, const char *name, int status) {
  tandem_say("tandem: ");
  tandem_say(why);
  tandem_say(name);
  tandem_say("\n");
  tandem_c_exit(status);
}
void __attribute__((noreturn)) tandem_error(void) { tandem_stop("error reached", "", <%.Violated%>); }
static unsigned long long __attribute__((unused)) tandem_next(const unsigned long long *v, int n, int *i, const char *name) {
  if (*i >= n)
    tandem_stop("no value for a call of ", name, <%.NoInput%>);
  return v[(*i)++];
}
<% end %>

<%- /* Reads values from standard input. */ -%>
<% define "tables" -%>
static unsigned long long tandem_values[1 << 16], tandem_number;
static int tandem_used;
static int tandem_scan(void) {
  static char buf[4096];
  static long n, i;
  int any = 0;
  tandem_number = 0;
  for (;; i++) {
    if (i == n) {
      n = tandem_c_read(buf, (long)sizeof buf);
      i = 0;
      if (n <= 0)
        return any;
    }
    if (buf[i] >= '0' && buf[i] <= '9') {
      any = 1;
      tandem_number = tandem_number * 10 + (unsigned long long)(buf[i] - '0');
    } else if (any)
      return 1;
  }
}
static void tandem_table(unsigned long long **v, int *n) {
  int i;
  if (!tandem_scan())
    tandem_stop("no table of inputs on standard input", "", <%.NoInput%>);
  *n = (int)tandem_number;
  *v = tandem_values + tandem_used;
  for (i = 0; i < *n && tandem_used < 1 << 16 && tandem_scan(); i++)
    tandem_values[tandem_used++] = tandem_number;
  *n = i;
}
static void __attribute__((unused)) tandem_skip(void) {
  unsigned long long *v;
  int n;
  tandem_table(&v, &n);
}
<% end %>
