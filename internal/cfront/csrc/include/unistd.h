#ifndef _TANDEM_UNISTD_H
#define _TANDEM_UNISTD_H
#include <stddef.h>
#include <sys/types.h>
typedef __INTPTR_TYPE__ intptr_t;
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
void _exit(int __status) __attribute__((__noreturn__));
ssize_t read(int __fd, void *__buf, size_t __n);
ssize_t write(int __fd, const void *__buf, size_t __n);
int close(int __fd);
off_t lseek(int __fd, off_t __off, int __whence);
int access(const char *__name, int __mode);
int unlink(const char *__name);
int rmdir(const char *__name);
int chdir(const char *__name);
char *getcwd(char *__buf, size_t __n);
int dup(int __fd);
int dup2(int __fd, int __fd2);
int pipe(int __fds[2]);
pid_t fork(void);
int execv(const char *__name, char *const __argv[]);
int execvp(const char *__name, char *const __argv[]);
pid_t getpid(void);
pid_t getppid(void);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
unsigned sleep(unsigned __s);
int usleep(useconds_t __us);
unsigned alarm(unsigned __s);
int pause(void);
pid_t getpgrp(void);
int getpagesize(void);
int link(const char *__old, const char *__new);
int symlink(const char *__old, const char *__new);
int chown(const char *__name, uid_t __u, gid_t __g);
int fsync(int __fd);
int fdatasync(int __fd);
#ifdef _GNU_SOURCE
pid_t gettid(void);
#endif
void swab(const void *__from, void *__to, ssize_t __n);
int isatty(int __fd);
int gethostname(char *__s, size_t __n);
long sysconf(int __name);
void *sbrk(intptr_t __n);
extern char *optarg;
extern int optind, opterr, optopt;
int getopt(int __argc, char *const __argv[], const char *__opts);
#endif
