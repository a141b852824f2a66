// false --check memory --missing-bodies=input
// The old block is gone where the new one is there.
char *re(char*,int n) __attribute__((alloc_size(2))); char *mk(int n) __attribute__((malloc(re,1), alloc_size(1), returns_nonnull));
int main(void){ char *p=mk(4); p[0]=1; char *q=re(p,8); if(q) return p[0]; return 0; }
