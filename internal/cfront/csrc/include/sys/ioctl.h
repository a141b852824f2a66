#ifndef _TANDEM_SYS_IOCTL_H
#define _TANDEM_SYS_IOCTL_H
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
#define TIOCGWINSZ 0x5413
#define FIONREAD 0x541B
#define FIONBIO 0x5421
int ioctl(int __fd, unsigned long __request, ...);
#endif
