<%- /* Heap memory of an exported suite. See heap.go. */ -%>
<% define "heap" -%>
/* The program's calls of malloc and its kin, in the order of the test's run. */
static struct block *block(const char *name) {
	for (struct block *b = heap; b && b->name; b++)
		if (!b->used && !strcmp(b->name, name)) {
			b->used = 1;
			return b;
		}
	return 0;
}
static int huge(size_t k, size_t n) { size_t all; return __builtin_mul_overflow(k, n, &all) || all > (size_t)-1 >> 1; }
static void *filled(struct block *b, void *p, size_t size) {
	if (b && p)
		for (const struct value *v = test; v && v->site >= 0; v++)
			if (v->site == b->site && v->occ == b->occ && !v->call && (size_t)v->off + v->size <= size)
				memcpy((char *)p + v->off, &v->bits, v->size);
	return p;
}
<% end %>

<%- /* A wrapper of an allocator. */ -%>
<% define "allocator" -%>
void *__real_<%.Name%>(<%.Params%>);
void *__wrap_<%.Name%>(<%.Params%>) {
<%- if .Resizes%>
	if (p && !(<%.Bytes%>)) return __real_<%.Name%>(<%.Args%>);
<%- end%>
	if (huge(<%.Count%>, <%.Size%>)) { errno = ENOMEM; return 0; }
	struct block *b = block("<%.Name%>");
	if (b && b->fails) { errno = ENOMEM; return 0; }
<%- if .Resizes%>
	void *q = filled(b, tandem_calloc(1, <%.Bytes%>), <%.Bytes%>);
	if (p && q) { size_t old = malloc_usable_size(p); memcpy(q, p, old < <%.Bytes%> ? old : <%.Bytes%>); free(p); }
	return q;
<%- else%>
	return filled(b, __real_<%.Name%>(<%.Args%>), <%.Bytes%>);
<%- end%>
}
<% end %>

<% define "posix_memalign" -%>
int __real_posix_memalign(void **, size_t, size_t);
int __wrap_posix_memalign(void **p, size_t a, size_t n) {
	if (a % sizeof p || !a || a & (a - 1) || huge(1, n)) return __real_posix_memalign(p, a, n);
	struct block *b = block("posix_memalign");
	if (b && b->fails) return ENOMEM;
	int r = __real_posix_memalign(p, a, n);
	if (!r) filled(b, *p, n);
	return r;
}
<% end %>
