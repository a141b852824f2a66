#ifndef _TANDEM_SYS_WAIT_H
#define _TANDEM_SYS_WAIT_H
#include <signal.h>
#include <sys/types.h>
#define WNOHANG 1
#define WUNTRACED 2
#define WCONTINUED 8
#define WEXITSTATUS(s) (((s) & 0xff00) >> 8)
#define WTERMSIG(s) ((s) & 0x7f)
#define WSTOPSIG(s) WEXITSTATUS(s)
#define WIFEXITED(s) (WTERMSIG(s) == 0)
#define WIFSIGNALED(s) ((signed char)(((s) & 0x7f) + 1) >> 1 > 0)
#define WIFSTOPPED(s) (((s) & 0xff) == 0x7f)
typedef enum { P_ALL, P_PID, P_PGID, P_PIDFD } idtype_t;
pid_t wait(int *__status);
pid_t waitpid(pid_t __pid, int *__status, int __options);
int waitid(idtype_t __type, id_t __id, siginfo_t *__info, int __options);
#endif
