#ifndef _TANDEM_SYS_STAT_H
#define _TANDEM_SYS_STAT_H
#include <sys/types.h>
struct stat {
	dev_t st_dev;
	ino_t st_ino;
	mode_t st_mode;
	nlink_t st_nlink;
	uid_t st_uid;
	gid_t st_gid;
	off_t st_size;
	time_t st_atime, st_mtime, st_ctime;
};
#define S_IFMT 0170000
#define S_IFDIR 0040000
#define S_IFREG 0100000
#define S_ISDIR(m) (((m) & S_IFMT) == S_IFDIR)
#define S_ISREG(m) (((m) & S_IFMT) == S_IFREG)
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
int stat(const char *__name, struct stat *__st);
int fstat(int __fd, struct stat *__st);
int mkdir(const char *__name, mode_t __mode);
int chmod(const char *__name, mode_t __mode);
mode_t umask(mode_t __mode);
#endif
