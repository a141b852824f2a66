#ifndef _TANDEM_SYS_TANDEM_C23_H
#define _TANDEM_SYS_TANDEM_C23_H
#if __STDC_VERSION__ >= 202311L /* functions that read 0b */
#define __TANDEM_23(name) __asm__("__isoc23_" #name)
#else
#define __TANDEM_23(name)
#endif
#endif
