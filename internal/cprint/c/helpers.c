<%- /* Small functions of a printed program; only those that are used are printed. See ctext.go. */ -%>
<% define "load_n" -%>
static inline unsigned long long tandem_load_n(tandem_ptr a, int n) {
  unsigned long long x = 0;
  __builtin_memcpy(&x, (const void *)a, (tandem_size)n);
  return x;
}<% end %>

<% define "load" -%>
static inline <%.Type%> <%.Name%>(tandem_ptr a) {
  <%.Type%> x;
  __builtin_memcpy(&x, (const void *)a, sizeof x);
  return x;
}<% end %>

<% define "store_n" -%>
static inline void tandem_store_n(tandem_ptr a, unsigned long long x, int n) {
  __builtin_memcpy((void *)a, &x, (tandem_size)n);
}<% end %>

<% define "store" -%>
static inline void <%.Name%>(tandem_ptr a, <%.Type%> x) {
  __builtin_memcpy((void *)a, &x, sizeof x);
}<% end %>

<% define "floats" -%>
static inline float tandem_f32(unsigned int b) {
  float x;
  __builtin_memcpy(&x, &b, sizeof x);
  return x;
}
static inline double tandem_f64(unsigned long long b) {
  double x;
  __builtin_memcpy(&x, &b, sizeof x);
  return x;
}<% end %>
