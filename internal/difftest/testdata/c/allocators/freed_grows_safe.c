// true --check memory --missing-bodies=input
// What allocates with alloc_size and is named as the deallocator frees only where it gives memory.
char *re(char*,int n) __attribute__((alloc_size(2))); char *mk(int n) __attribute__((malloc(re,1), alloc_size(1), returns_nonnull));
int main(void){ char *p=mk(4); p[0]=1; char *q=re(p,8); if(!q) return p[0]; return 0; }
