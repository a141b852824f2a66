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
#endif
