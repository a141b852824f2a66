#ifndef _TANDEM_STDIO_H
#define _TANDEM_STDIO_H
#include <stddef.h>
#include <stdarg.h>
#include <sys/types.h>
#include <sys/tandem_c23.h>
typedef struct _IO_FILE FILE;
struct _IO_FILE { int __fd; int __state[__SIZEOF_POINTER__ == 8 ? 51 : 35]; void *__more; };
typedef struct { off_t __pos; struct { int __count; unsigned __value; } __state; } fpos_t;
extern FILE *stdin, *stdout, *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
#define EOF (-1)
#define BUFSIZ 8192
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define L_tmpnam 20
#define TMP_MAX 238328
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
int printf(const char *__fmt, ...);
int fprintf(FILE *__f, const char *__fmt, ...);
int dprintf(int __fd, const char *__fmt, ...);
int sprintf(char *__s, const char *__fmt, ...);
int snprintf(char *__s, size_t __n, const char *__fmt, ...);
int asprintf(char **__s, const char *__fmt, ...);
int vprintf(const char *__fmt, va_list __ap);
int vfprintf(FILE *__f, const char *__fmt, va_list __ap);
int vsprintf(char *__s, const char *__fmt, va_list __ap);
int vsnprintf(char *__s, size_t __n, const char *__fmt, va_list __ap);
int scanf(const char *__fmt, ...) __TANDEM_23(scanf);
int fscanf(FILE *__f, const char *__fmt, ...) __TANDEM_23(fscanf);
int sscanf(const char *__s, const char *__fmt, ...) __TANDEM_23(sscanf);
int vscanf(const char *__fmt, va_list __ap) __TANDEM_23(vscanf);
int vfscanf(FILE *__f, const char *__fmt, va_list __ap) __TANDEM_23(vfscanf);
int vsscanf(const char *__s, const char *__fmt, va_list __ap) __TANDEM_23(vsscanf);
int puts(const char *__s);
int fputs(const char *__s, FILE *__f);
int putchar(int __c);
int putc(int __c, FILE *__f);
int fputc(int __c, FILE *__f);
int getchar(void);
int getc(FILE *__f);
int fgetc(FILE *__f);
int ungetc(int __c, FILE *__f);
char *gets(char *__s);
char *fgets(char *__s, int __n, FILE *__f);
ssize_t getline(char **__line, size_t *__n, FILE *__f);
size_t fread(void *__p, size_t __size, size_t __n, FILE *__f);
size_t fwrite(const void *__p, size_t __size, size_t __n, FILE *__f);
FILE *fopen(const char *__name, const char *__mode);
FILE *fdopen(int __fd, const char *__mode);
FILE *freopen(const char *__name, const char *__mode, FILE *__f);
FILE *tmpfile(void);
FILE *popen(const char *__command, const char *__mode);
int pclose(FILE *__f);
int fclose(FILE *__f);
int fflush(FILE *__f);
int feof(FILE *__f);
int ferror(FILE *__f);
void clearerr(FILE *__f);
int fileno(FILE *__f);
int fseek(FILE *__f, long __off, int __whence);
long ftell(FILE *__f);
void rewind(FILE *__f);
int fgetpos(FILE *__f, fpos_t *__pos);
int fsetpos(FILE *__f, const fpos_t *__pos);
void setbuf(FILE *__f, char *__buf);
int setvbuf(FILE *__f, char *__buf, int __mode, size_t __n);
int remove(const char *__name);
int rename(const char *__old, const char *__new);
char *tmpnam(char *__s);
void perror(const char *__s);
FILE *fmemopen(void *__p, size_t __n, const char *__mode);
FILE *open_memstream(char **__s, size_t *__n);
ssize_t getdelim(char **__line, size_t *__n, int __end, FILE *__f);
int vdprintf(int __fd, const char *__fmt, va_list __ap);
int vasprintf(char **__s, const char *__fmt, va_list __ap);
int fseeko(FILE *__f, off_t __off, int __whence);
off_t ftello(FILE *__f);
void setbuffer(FILE *__f, char *__buf, size_t __n);
void setlinebuf(FILE *__f);
int getc_unlocked(FILE *__f);
int getchar_unlocked(void);
int fgetc_unlocked(FILE *__f);
int putc_unlocked(int __c, FILE *__f);
int putchar_unlocked(int __c);
int fputc_unlocked(int __c, FILE *__f);
char *fgets_unlocked(char *__s, int __n, FILE *__f);
int fputs_unlocked(const char *__s, FILE *__f);
size_t fread_unlocked(void *__p, size_t __size, size_t __n, FILE *__f);
size_t fwrite_unlocked(const void *__p, size_t __size, size_t __n, FILE *__f);
int feof_unlocked(FILE *__f);
int ferror_unlocked(FILE *__f);
void clearerr_unlocked(FILE *__f);
int fflush_unlocked(FILE *__f);
int fileno_unlocked(FILE *__f);
#endif
