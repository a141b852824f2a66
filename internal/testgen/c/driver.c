<%- /* The driver of an exported suite. See driver.go. */ -%>
<% define "driver_head" -%>
/* Written by tandem: calls of <%.Entry%> with the inputs of tests. See tandem_harness.c. */
#define main tandem_program_main
#include <%.File%>
#undef main
extern void *tandem_object(int, int, unsigned long);
extern void tandem_put(void *, unsigned long, unsigned long, unsigned long long);
extern double tandem_double(unsigned long long);
extern float tandem_float(unsigned);
extern long tandem_stub();
extern int tandem_chosen(void);
extern void tandem_exit(int);
extern void tandem_end(int);
<% end %>

<% define "driver_main" -%>
int main(void) {
	switch (tandem_chosen()) {
<%- range .%>
	case <%.%>: tandem_run_<%.%>(); break;
<%- end%>
	default: tandem_end(111); /* this test has no form in C */
	}
	tandem_exit(0);
	return 0;
}
<% end %>
