#ifndef _TANDEM_GLOB_H
#define _TANDEM_GLOB_H
#include <stddef.h>
struct stat;
struct dirent;
typedef struct {
	size_t gl_pathc;
	char **gl_pathv;
	size_t gl_offs;
	int gl_flags;
	void (*gl_closedir)(void *);
	struct dirent *(*gl_readdir)(void *);
	void *(*gl_opendir)(const char *);
	int (*gl_lstat)(const char *, struct stat *);
	int (*gl_stat)(const char *, struct stat *);
} glob_t;
int glob(const char *__pattern, int __flags, int (*__err)(const char *, int), glob_t *__g);
void globfree(glob_t *__g);
#define GLOB_ABEND 2
#define GLOB_ABORTED 2
#define GLOB_ALTDIRFUNC 512
#define GLOB_APPEND 32
#define GLOB_BRACE 1024
#define GLOB_DOOFFS 8
#define GLOB_ERR 1
#define GLOB_MAGCHAR 256
#define GLOB_MARK 2
#define GLOB_NOCHECK 16
#define GLOB_NOESCAPE 64
#define GLOB_NOMAGIC 2048
#define GLOB_NOMATCH 3
#define GLOB_NOSORT 4
#define GLOB_NOSPACE 1
#define GLOB_NOSYS 4
#define GLOB_ONLYDIR 8192
#define GLOB_PERIOD 128
#define GLOB_TILDE 4096
#define GLOB_TILDE_CHECK 16384
#endif
