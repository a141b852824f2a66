#ifndef _TANDEM_SYS_STAT_H
#define _TANDEM_SYS_STAT_H
#include <sys/types.h>
#include <sys/tandem_timespec.h>
struct stat {
	dev_t st_dev;
#ifdef __LP64__
	ino_t st_ino;
	nlink_t st_nlink;
	mode_t st_mode;
	uid_t st_uid;
	gid_t st_gid;
	int __pad;
	dev_t st_rdev;
#else
	unsigned short __pad1;
	ino_t st_ino;
	mode_t st_mode;
	nlink_t st_nlink;
	uid_t st_uid;
	gid_t st_gid;
	dev_t st_rdev;
	unsigned short __pad2;
#endif
	off_t st_size;
	blksize_t st_blksize;
	blkcnt_t st_blocks;
	struct timespec st_atim, st_mtim, st_ctim;
#ifdef __LP64__
	long __more[3];
#else
	long __more[2];
#endif
};
#define st_atime st_atim.tv_sec
#define st_mtime st_mtim.tv_sec
#define st_ctime st_ctim.tv_sec
#define S_IFMT 0170000
#define S_IFDIR 0040000
#define S_IFREG 0100000
#define S_ISDIR(m) (((m) & S_IFMT) == S_IFDIR)
#define S_ISREG(m) (((m) & S_IFMT) == S_IFREG)
#define S_IFCHR 0020000
#define S_IFBLK 0060000
#define S_IFIFO 0010000
#define S_IFLNK 0120000
#define S_IFSOCK 0140000
#define S_ISUID 04000
#define S_ISGID 02000
#define S_ISVTX 01000
#define S_ISCHR(m) (((m) & S_IFMT) == S_IFCHR)
#define S_ISBLK(m) (((m) & S_IFMT) == S_IFBLK)
#define S_ISFIFO(m) (((m) & S_IFMT) == S_IFIFO)
#define S_ISLNK(m) (((m) & S_IFMT) == S_IFLNK)
#define S_ISSOCK(m) (((m) & S_IFMT) == S_IFSOCK)
#define S_IRWXU 0700
#define S_IRGRP 040
#define S_IWGRP 020
#define S_IXGRP 010
#define S_IRWXG 070
#define S_IROTH 04
#define S_IWOTH 02
#define S_IXOTH 01
#define S_IRWXO 07
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100
int stat(const char *__name, struct stat *__st);
int fstat(int __fd, struct stat *__st);
int lstat(const char *__name, struct stat *__st);
int fchmod(int __fd, mode_t __mode);
int mkfifo(const char *__name, mode_t __mode);
int utimensat(int __fd, const char *__name, const struct timespec __times[2], int __flags);
int futimens(int __fd, const struct timespec __times[2]);
int mkdir(const char *__name, mode_t __mode);
int chmod(const char *__name, mode_t __mode);
mode_t umask(mode_t __mode);
#define ACCESSPERMS 511
#define ALLPERMS 4095
#define DEFFILEMODE 438
#define STATX_ALL 4095
#define STATX_ATIME 32
#define STATX_ATTR_APPEND 32
#define STATX_ATTR_AUTOMOUNT 4096
#define STATX_ATTR_COMPRESSED 4
#define STATX_ATTR_DAX 2097152
#define STATX_ATTR_ENCRYPTED 2048
#define STATX_ATTR_IMMUTABLE 16
#define STATX_ATTR_MOUNT_ROOT 8192
#define STATX_ATTR_NODUMP 64
#define STATX_ATTR_VERITY 1048576
#define STATX_BASIC_STATS 2047
#define STATX_BLOCKS 1024
#define STATX_BTIME 2048
#define STATX_CTIME 128
#define STATX_DIOALIGN 8192
#define STATX_GID 16
#define STATX_INO 256
#define STATX_MNT_ID 4096
#define STATX_MODE 2
#define STATX_MTIME 64
#define STATX_NLINK 4
#define STATX_SIZE 512
#define STATX_TYPE 1
#define STATX_UID 8
#define STATX__RESERVED 0x80000000
#define S_BLKSIZE 512
#define S_IEXEC 64
#define S_IREAD 256
#define S_IWRITE 128
#define UTIME_NOW 1073741823
#define UTIME_OMIT 1073741822
#endif
