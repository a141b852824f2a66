<%- /* Small functions of programs for testers: KLEE, libFuzzer, sanitizers. See ctext.go. */ -%>
<% define "pointer" -%>
/* Null, or n bytes with arbitrary contents. */
static void *tandem_pointer(size_t n) {
  void *p = 0;
  if (<%.Choice%>) {
    p = malloc(n);
    if (p) {
      <%.Fill%>
    }
  }
  return p;
}<% end %>

<% define "take" -%>
static const uint8_t *tandem_data;
static size_t tandem_left;
static jmp_buf tandem_over;

/* The next n bytes of the input; the run is over when there are none. */
static void tandem_take(void *p, size_t n) {
  size_t i;
  if (n > tandem_left)
    longjmp(tandem_over, 1);
  for (i = 0; i < n; i++)
    ((uint8_t *)p)[i] = tandem_data[i];
  tandem_data += n;
  tandem_left -= n;
}<% end %>

<% define "touch" -%>
/* Asks whether n bytes may be <%.What%>: if not the tester ends the run here. */
static int <%.Name%>(<%.Const%>void *p, size_t n) {
  volatile <%.Const%>char *q = p;
  size_t i;
  for (i = 0; i < n; i += 8)
    <%.Access%>;
  if (n > 0) {
    i = n - 1;
    <%.Access%>;
  }
  return 1;
}<% end %>

<% define "frees" -%>
/* Asks whether p may be freed: if not the tester ends the run here. */
static int tandem_frees(void *p) {
  if (p)
    (void)<%.%>(p);
  return 1;
}<% end %>

<% define "fuzzer" -%>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tandem_data = data;
  tandem_left = size;
  if (setjmp(tandem_over) == 0) {
<%if .Resets%>    tandem_init();
<%end%>    <%.Entry%>();
  }
  return 0;
}
<% end %>
