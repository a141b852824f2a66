// true
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
#include <sys/stat.h>
int main(void)
{
	char a[8];
	int fd = open("f", O_RDONLY);
	if (fd < 0)
		return 0;
	ssize_t n = read(fd, a, sizeof a);
	assert(n >= -1 && n <= 8);
	off_t at = lseek(fd, 3, SEEK_SET);
	assert(at == -1 || at == 3);
	off_t end = lseek(fd, 0, SEEK_END);
	assert(end >= -1);
	struct stat s;
	int r = fstat(fd, &s);
	assert(r == 0 || r == -1);
	ssize_t w = write(1, a, 2);
	assert(w >= -1 && w <= 2);
	assert(ftruncate(fd, 3) <= 0 && pwrite(fd, a, 1, 0) <= 1);
	close(fd);
	return 0;
}
