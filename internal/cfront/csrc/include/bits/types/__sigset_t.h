#ifndef _TANDEM___SIGSET_T_H
#define _TANDEM___SIGSET_T_H
#define ____sigset_t_defined
typedef struct { unsigned long __val[1024 / (8 * sizeof(unsigned long))]; } __sigset_t;
#endif
