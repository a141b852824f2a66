// CWE-415
// fault: valid-free
// witness:
// sanitizers: do not see this
// models: LP64 ILP32
void *g_malloc0(unsigned long n);
char *g_strdup(const char *s);
void g_free(void *p);
int main(void) {
  char *s = g_strdup("name"), *none = g_strdup(0);
  int *n = g_malloc0(sizeof *n);
  int r = *n + s[0];
  g_free(n);
  g_free(none);
#ifdef BAD
  g_free(s + 1); // FAULT
#else
  g_free(s);
#endif
  return r;
}
