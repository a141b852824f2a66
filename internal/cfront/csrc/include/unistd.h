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
#define _SC_2_VERSION 46
#define _SC_ARG_MAX 0
#define _SC_ATEXIT_MAX 87
#define _SC_AVPHYS_PAGES 86
#define _SC_BC_BASE_MAX 36
#define _SC_CHILD_MAX 1
#define _SC_CLK_TCK 2
#define _SC_DELAYTIMER_MAX 26
#define _SC_GETGR_R_SIZE_MAX 69
#define _SC_GETPW_R_SIZE_MAX 70
#define _SC_HOST_NAME_MAX 180
#define _SC_IOV_MAX 60
#define _SC_JOB_CONTROL 7
#define _SC_LEVEL1_DCACHE_LINESIZE 190
#define _SC_LEVEL1_DCACHE_SIZE 188
#define _SC_LEVEL2_CACHE_SIZE 191
#define _SC_LEVEL3_CACHE_SIZE 194
#define _SC_LINE_MAX 43
#define _SC_LOGIN_NAME_MAX 71
#define _SC_MAPPED_FILES 16
#define _SC_MEMLOCK 17
#define _SC_MONOTONIC_CLOCK 149
#define _SC_NGROUPS_MAX 3
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PASS_MAX 88
#define _SC_PHYS_PAGES 85
#define _SC_RE_DUP_MAX 44
#define _SC_SAVED_IDS 8
#define _SC_SEM_NSEMS_MAX 32
#define _SC_SIGQUEUE_MAX 34
#define _SC_STREAM_MAX 5
#define _SC_SYMLOOP_MAX 173
#define _SC_THREADS 67
#define _SC_THREAD_STACK_MIN 75
#define _SC_THREAD_THREADS_MAX 76
#define _SC_TIMERS 11
#define _SC_TTY_NAME_MAX 72
#define _SC_TZNAME_MAX 6
#define _SC_VERSION 29
#define _SC_XOPEN_VERSION 89
#define CLOSE_RANGE_CLOEXEC 4
#define CLOSE_RANGE_UNSHARE 2
#define F_LOCK 1
#define F_TEST 3
#define F_TLOCK 2
#define F_ULOCK 0
#define L_INCR 1
#define L_SET 0
#define L_XTND 2
#define SEEK_DATA 3
#define SEEK_HOLE 4
#endif
