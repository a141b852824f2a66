#ifndef _TANDEM_SIGNAL_H
#define _TANDEM_SIGNAL_H
#include <sys/types.h>
#include <bits/types/sigset_t.h>
typedef __SIG_ATOMIC_TYPE__ sig_atomic_t;
typedef void (*__sighandler_t)(int);
typedef __sighandler_t sighandler_t;
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIG_ERR ((__sighandler_t)-1)
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGIO 29
#define SIGPOLL 29
#define SIGPWR 30
#define SIGSYS 31
#define SIGIOT 6
#define NSIG 65
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDWAIT 2
#define SA_ONSTACK 0x08000000
#define SA_NODEFER 0x40000000
#define FPE_INTDIV 1
#define FPE_INTOVF 2
#define SEGV_MAPERR 1
#define SEGV_ACCERR 2
typedef union sigval { int sival_int; void *sival_ptr; } sigval_t;
typedef struct {
	int si_signo, si_errno, si_code;
	union {
		struct { pid_t si_pid; uid_t si_uid; union { int si_status; sigval_t si_value; }; };
		void *si_addr;
		long si_band;
		int __pad[__SIZEOF_POINTER__ == 8 ? 28 : 29];
	};
} siginfo_t;
typedef struct { void *ss_sp; int ss_flags; size_t ss_size; } stack_t;
struct sigaction {
	union {
		__sighandler_t sa_handler;
		void (*sa_sigaction)(int, siginfo_t *, void *);
	} __handler;
	sigset_t sa_mask;
	int sa_flags;
	void (*sa_restorer)(void);
};
#define sa_handler __handler.sa_handler
#define sa_sigaction __handler.sa_sigaction
#define SA_NOCLDSTOP 1
#define SA_SIGINFO 4
#define SA_RESTART 0x10000000
#define SA_RESETHAND 0x80000000
int sigaction(int __sig, const struct sigaction *__new, struct sigaction *__old);
int sigemptyset(sigset_t *__set);
int sigfillset(sigset_t *__set);
int sigaddset(sigset_t *__set, int __sig);
int sigdelset(sigset_t *__set, int __sig);
__sighandler_t signal(int __sig, __sighandler_t __f);
int sigismember(const sigset_t *__set, int __sig);
int sigprocmask(int __how, const sigset_t *__set, sigset_t *__old);
int sigpending(sigset_t *__set);
int sigsuspend(const sigset_t *__set);
int sigwait(const sigset_t *__set, int *__sig);
int sigqueue(pid_t __pid, int __sig, union sigval __v);
int sigaltstack(const stack_t *__new, stack_t *__old);
int siginterrupt(int __sig, int __flag);
void psignal(int __sig, const char *__s);
int killpg(pid_t __group, int __sig);
__sighandler_t ssignal(int __sig, __sighandler_t __f);
__sighandler_t sysv_signal(int __sig, __sighandler_t __f);
int gsignal(int __sig);
int sigisemptyset(const sigset_t *__set);
int sigandset(sigset_t *__d, const sigset_t *__a, const sigset_t *__b);
int sigorset(sigset_t *__d, const sigset_t *__a, const sigset_t *__b);
int sighold(int __sig);
int sigrelse(int __sig);
int sigignore(int __sig);
int sigblock(int __mask);
int sigsetmask(int __mask);
int siggetmask(void);
int pthread_sigmask(int __how, const sigset_t *__set, sigset_t *__old);
int __libc_current_sigrtmin(void);
int __libc_current_sigrtmax(void);
#define SIGRTMIN (__libc_current_sigrtmin())
#define SIGRTMAX (__libc_current_sigrtmax())
#define sigmask(s) (1 << ((s) - 1))
int raise(int __sig);
int kill(pid_t __pid, int __sig);
#define BUS_ADRALN 1
#define BUS_ADRERR 2
#define BUS_MCEERR_AO 5
#define BUS_MCEERR_AR 4
#define BUS_OBJERR 3
#define CLD_CONTINUED 6
#define CLD_DUMPED 3
#define CLD_EXITED 1
#define CLD_KILLED 2
#define CLD_STOPPED 5
#define CLD_TRAPPED 4
#define FPE_CONDTRAP 15
#define FPE_FLTDIV 3
#define FPE_FLTINV 7
#define FPE_FLTOVF 4
#define FPE_FLTRES 6
#define FPE_FLTSUB 8
#define FPE_FLTUND 5
#define FPE_FLTUNK 14
#define ILL_BADIADDR 9
#define ILL_BADSTK 8
#define ILL_COPROC 7
#define ILL_ILLADR 3
#define ILL_ILLOPC 1
#define ILL_ILLOPN 2
#define ILL_ILLTRP 4
#define ILL_PRVOPC 5
#define ILL_PRVREG 6
#define POLL_ERR 4
#define POLL_HUP 6
#define POLL_IN 1
#define POLL_MSG 3
#define POLL_OUT 2
#define POLL_PRI 5
#define SA_INTERRUPT 536870912
#define SA_NOMASK 1073741824
#define SA_ONESHOT 0x80000000
#define SA_STACK 134217728
#define SEGV_ACCADI 5
#define SEGV_ADIDERR 6
#define SEGV_ADIPERR 7
#define SEGV_BNDERR 3
#define SEGV_MTEAERR 8
#define SEGV_MTESERR 9
#define SEGV_PKUERR 4
#define SIGCLD 17
#define SI_ASYNCIO -4
#define SI_ASYNCNL -60
#define SI_DETHREAD -7
#define SI_KERNEL 128
#define SI_MESGQ -3
#define SI_QUEUE -1
#define SI_SIGIO -5
#define SI_TIMER -2
#define SI_TKILL -6
#define SI_USER 0
#define SS_DISABLE 2
#define SS_ONSTACK 1
#define TRAP_BRANCH 3
#define TRAP_BRKPT 1
#define TRAP_HWBKPT 4
#define TRAP_TRACE 2
#define TRAP_UNK 5
#endif
