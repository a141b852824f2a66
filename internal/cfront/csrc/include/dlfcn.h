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
#endif
