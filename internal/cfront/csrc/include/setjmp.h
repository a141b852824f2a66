#ifndef _TANDEM_SETJMP_H
#define _TANDEM_SETJMP_H
typedef struct { long __regs[__SIZEOF_POINTER__ == 8 ? 8 : 6]; int __saved; unsigned long __mask[1024 / (8 * sizeof(unsigned long))]; } jmp_buf[1];
typedef jmp_buf sigjmp_buf;
int setjmp(jmp_buf __env);
int _setjmp(jmp_buf __env);
int sigsetjmp(sigjmp_buf __env, int __save);
void longjmp(jmp_buf __env, int __val) __attribute__((__noreturn__));
void siglongjmp(sigjmp_buf __env, int __val) __attribute__((__noreturn__));
#define setjmp(e) setjmp(e)
#endif
