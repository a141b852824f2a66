package cfront

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Numbers that are no descriptor. A call with one fails, whatever its model says of others, with errno EBADF (POSIX,
// 2.3): negative ones, and those that no process can have open. The C library's functions, and Linux, look at some
// arguments before that, so that errno may also be EINVAL where such an argument may be wrong.

const (
	// descriptorsEnd is above every descriptor: what /proc/sys/fs/nr_open says unless the system's administrator
	// raises it, the most that RLIMIT_NOFILE can be.
	descriptorsEnd = 1 << 20

	ebadf = 9
)

// descriptorUse is how a function uses a descriptor.
type descriptorUse struct {
	at     int   // the argument
	failed int64 // the result for no descriptor
	errno  bool  // it sets errno; else the result is the number of the error
	first  int   // an argument that is looked at before the descriptor; 0: none
	least  int64 // what that is at least, if it is not wrong
	most   int64 // and at most; below least: errno is never known, as with times that are looked at first
	below  bool  // only negative numbers fail
}

func fails(at int) descriptorUse { return descriptorUse{at: at, failed: -1, errno: true} }

func failsAfter(at, first int, least, most int64) descriptorUse {
	return descriptorUse{at: at, failed: -1, errno: true, first: first, least: least, most: most}
}

// descriptorUses are the functions that take a descriptor, by the name. Those that take a folder's descriptor with a
// path (openat) are not among them: the path may be absolute, and AT_FDCWD is negative.
var descriptorUses = map[string][]descriptorUse{
	"close": {fails(0)}, "read": {fails(0)}, "write": {fails(0)}, "lseek": {fails(0)}, "lseek64": {fails(0)},
	"pread": {failsAfter(0, 3, 0, anyMost)}, "pread64": {failsAfter(0, 3, 0, anyMost)},
	"pwrite": {failsAfter(0, 3, 0, anyMost)}, "pwrite64": {failsAfter(0, 3, 0, anyMost)},
	"ftruncate": {failsAfter(0, 1, 0, anyMost)}, "ftruncate64": {failsAfter(0, 1, 0, anyMost)},
	"flock": {failsAfter(0, 1, 1, 2)}, "fsync": {fails(0)}, "fdatasync": {fails(0)},
	"fchmod": {fails(0)}, "fchown": {fails(0)}, "fchdir": {fails(0)}, "fstat": {fails(0)}, "fstat64": {fails(0)},
	"fpathconf":     {{at: 0, failed: -1, errno: true, below: true}},
	"isatty":        {{at: 0, failed: 0, errno: true}},
	"posix_fadvise": {{at: 0, failed: ebadf}}, "posix_fadvise64": {{at: 0, failed: ebadf}},
	"posix_fallocate": {{at: 0, failed: ebadf}}, "posix_fallocate64": {{at: 0, failed: ebadf}},
	"bind": {fails(0)}, "listen": {fails(0)}, "connect": {fails(0)}, "accept": {fails(0)},
	"accept4": {failsAfter(0, 3, 0, 0)}, "shutdown": {fails(0)},
	"send": {fails(0)}, "sendto": {fails(0)}, "recv": {fails(0)}, "recvfrom": {fails(0)},
	"setsockopt": {failsAfter(0, 4, 0, 1<<31-1)},
	"epoll_ctl":  {failsAfter(0, 1, 2, 2), failsAfter(2, 1, 2, 2)}, "epoll_wait": {failsAfter(0, 2, 1, 1<<20)},
	"epoll_pwait":  {failsAfter(0, 2, 1, 1<<20)},
	"epoll_pwait2": {failsAfter(0, 2, 1, 1<<20)}, "timerfd_gettime": {fails(0)}, "dup": {fails(0)},
	"dup2": {fails(0), fails(1)}, "fcntl": {fails(0)}, "ioctl": {fails(0)}, "getsockname": {fails(0)},
	"getpeername": {fails(0)}, "getsockopt": {fails(0)},
	"fstatfs": {fails(0)}, "fstatvfs": {fails(0)}, "tcgetattr": {fails(0)}, "timerfd_settime": {failsAfter(0, 1, 1, 0)},
}

// anyMost is the most that an argument can be.
const anyMost = 1<<63 - 1

// onDescriptor calls a function of the library: by its model where its descriptors may be open.
func (f *fn) onDescriptor(c *call, model func() value) value {
	if f.u.model {
		return model()
	}
	for _, u := range descriptorUses[libName(c.name)] {
		if u.at >= len(c.vals) || !isInt(c.vals[u.at]) {
			continue
		}
		fd := f.hold(ir.NewCast(ir.I32, c.vals[u.at].e))
		most := int64(descriptorsEnd - 1)
		if u.below {
			most = anyMost
		}
		within := f.lies(fd, 0, most)
		if ir.IsTrue(within) {
			continue
		}
		next := model
		model = func() value { return f.ifDescriptor(c, u, within, next) }
	}
	return model()
}

// lies is the condition low <= e <= high.
func (f *fn) lies(e ir.Expr, low, high int64) ir.Expr {
	t := e.Type()
	if t.Signed {
		high = min(high, largest(t))
	}
	c := ir.NewBinary(ir.Le, e, ir.NewConst(t, high))
	if t.Signed || low > 0 {
		c = ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(t, low), e), c)
	}
	return c
}

// ifDescriptor calls a function by its model if an argument is within the numbers of descriptors, else lets it fail.
func (f *fn) ifDescriptor(c *call, u descriptorUse, within ir.Expr, model func() value) value {
	t, ok := ir.Type{}, false
	if c.ft != nil {
		t, ok = f.l.irType(c.ft.Result())
	}
	if !ok || t.Kind != ir.Int {
		return model()
	}
	r := f.temp(t)
	fail := func() {
		f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(t, u.failed)})
		if u.errno {
			f.failEBADF(c, u)
		}
	}
	f.either(within, func() {
		if v := model(); v.e != nil && isInt(v) {
			f.emit(&ir.Assign{Dst: r, Src: ir.NewCast(t, v.e)})
		} else {
			f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(t, 0)}) // which nobody uses
		}
	}, fail)
	return f.asResult(value{e: ir.NewRef(r)}, c)
}

// failEBADF sets errno where an argument is no descriptor.
func (f *fn) failEBADF(c *call, u descriptorUse) {
	if u.first == 0 || u.first >= len(c.vals) || !isInt(c.vals[u.first]) {
		f.storeErrno(ebadf)
		return
	}
	f.either(f.lies(f.hold(c.vals[u.first].e), u.least, u.most), func() { f.storeErrno(ebadf) }, f.spoilErrno)
}
