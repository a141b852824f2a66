#ifndef _TANDEM_DLFCN_H
#define _TANDEM_DLFCN_H
#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_GLOBAL 0x100
#define RTLD_LOCAL 0
void *dlopen(const char *__file, int __mode);
int dlclose(void *__h);
void *dlsym(void *__h, const char *__name);
char *dlerror(void);
#define LM_ID_BASE 0
#define LM_ID_NEWLM -1
#define RTLD_BINDING_MASK 3
#define RTLD_DEEPBIND 8
#define RTLD_DEFAULT 0
#define RTLD_NEXT -1
#define RTLD_NODELETE 4096
#define RTLD_NOLOAD 4
typedef long Lmid_t;
#endif
