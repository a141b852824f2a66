#ifndef _TANDEM_SETJMP_H
#define _TANDEM_SETJMP_H
typedef struct { long __regs[32]; } jmp_buf[1], sigjmp_buf[1];
int setjmp(jmp_buf __env);
int _setjmp(jmp_buf __env);
int sigsetjmp(sigjmp_buf __env, int __save);
void longjmp(jmp_buf __env, int __val) __attribute__((__noreturn__));
void siglongjmp(sigjmp_buf __env, int __val) __attribute__((__noreturn__));
#define setjmp(e) setjmp(e)
#endif
