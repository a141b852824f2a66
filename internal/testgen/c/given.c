<%- /* Functions of the library with inputs as results. See given.go. */ -%>
<% define "arc4random_buf" -%>
void tandem_l_arc4random_buf(void *p, size_t n) __asm__("arc4random_buf") __attribute__((weak));
void tandem_l_arc4random_buf(void *p, size_t n) {
	struct given *g = find("arc4random_buf");
	if (g && n) tandem_bytes(g->site, p, n);
}
<% end %>

<% define "getrandom" -%>
long tandem_l_getrandom(void *p, size_t n, unsigned flags) __asm__("getrandom") __attribute__((weak));
long tandem_l_getrandom(void *p, size_t n, unsigned flags) {
	struct given *g = find("getrandom"), *e = g && (long)g->bits < 0 ? find("getrandom errno") : 0;
	if (g && (long)g->bits > 0) tandem_bytes(g->site, p, g->bits);
	if (e) errno = e->bits;
	return g ? (long)g->bits : -1;
}
<% end %>

<% define "getentropy" -%>
int tandem_l_getentropy(void *p, size_t n) __asm__("getentropy") __attribute__((weak));
int tandem_l_getentropy(void *p, size_t n) {
	struct given *g = find("getentropy"), *e = g && (int)g->bits < 0 ? find("getentropy errno") : 0;
	if (g && !g->bits && n) tandem_bytes(g->site, p, n);
	if (e) errno = e->bits;
	return g ? (int)g->bits : -1;
}
<% end %>

<% define "getenv" -%>
static struct variable { const char *name; char *value; struct variable *next; } *environment;
char *tandem_getenv(const char *name) __asm__("getenv") __attribute__((weak));
char *tandem_getenv(const char *name) {
	struct variable *v;
	struct given *g;
	for (v = environment; v; v = v->next)
		if (!strcmp(v->name, name)) return v->value;
	v = calloc(1, sizeof *v);
	v->name = strdup(name), v->next = environment, environment = v;
	g = find("getenv");
	if (g && g->bits)
		for (struct made *m = made; m; m = m->next)
			if (m->site == g->site && m->occ == g->occ) v->value = (char *)m->p + g->bits - 1;
	return v->value;
}
<% end %>

<%- /* A definition that gives way to one of the program. */ -%>
<% define "weak" -%>
<%.Type%> tandem_<%.Set%>_<%.Name%>(<%.Params%>) __asm__("<%.Name%>") __attribute__((weak));
<%.Type%> tandem_<%.Set%>_<%.Name%>(<%.Params%>) { <%.Body%> }
<% end %>
