#ifndef _TANDEM_TERMIOS_H
#define _TANDEM_TERMIOS_H
typedef unsigned char cc_t;
typedef unsigned speed_t, tcflag_t;
struct termios { tcflag_t c_iflag, c_oflag, c_cflag, c_lflag; cc_t c_line, c_cc[32]; speed_t c_ispeed, c_ospeed; };
#define VTIME 5
#define VMIN 6
#define ICANON 2
#define ECHO 010
#define ISIG 1
#define TCSANOW 0
#define TCSADRAIN 1
#define TCSAFLUSH 2
int tcgetattr(int __fd, struct termios *__t);
int tcsetattr(int __fd, int __when, const struct termios *__t);
speed_t cfgetispeed(const struct termios *__t);
speed_t cfgetospeed(const struct termios *__t);
int cfsetispeed(struct termios *__t, speed_t __s);
int cfsetospeed(struct termios *__t, speed_t __s);
int tcflush(int __fd, int __q);
int tcdrain(int __fd);
#endif
