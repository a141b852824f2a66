#ifndef _TANDEM_DIRENT_H
#define _TANDEM_DIRENT_H
#include <sys/types.h>
struct dirent { ino_t d_ino; off_t d_off; unsigned short d_reclen; unsigned char d_type; char d_name[256]; };
typedef struct __dirstream DIR;
#define DT_UNKNOWN 0
#define DT_FIFO 1
#define DT_CHR 2
#define DT_DIR 4
#define DT_BLK 6
#define DT_REG 8
#define DT_LNK 10
#define DT_SOCK 12
DIR *opendir(const char *__name);
DIR *fdopendir(int __fd);
int closedir(DIR *__d);
struct dirent *readdir(DIR *__d);
void rewinddir(DIR *__d);
long telldir(DIR *__d);
void seekdir(DIR *__d, long __pos);
int dirfd(DIR *__d);
int scandir(const char *__name, struct dirent ***__list, int (*__f)(const struct dirent *), int (*__c)(const struct dirent **, const struct dirent **));
int alphasort(const struct dirent **__a, const struct dirent **__b);
#endif
