<%- /* Small functions of a readable program. See ctext.go. */ -%>
<% define "load_bytes" -%>
static inline unsigned long long tandem_load_n(const void *p, int n) {
  unsigned long long x = 0;
  __builtin_memcpy(&x, p, n);
  return x;
}<% end %>

<% define "store_bytes" -%>
static inline void tandem_store_n(void *p, unsigned long long x, int n) {
  __builtin_memcpy(p, &x, n);
}<% end %>
