package cfront

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// Numbers that are no descriptors. A call with such a number fails, whatever its model says of others, with errno EBADF
// (POSIX, 2.3): negative ones, and those that no process can have open. The C library's functions, and Linux, look at
// some arguments before that, so that errno may also be EINVAL where such an argument may be wrong.

const (
	// descriptorsEnd is above every descriptor: what /proc/sys/fs/nr_open says unless the system's administrator
	// raises it, the most that RLIMIT_NOFILE can be.
	descriptorsEnd = 1 << 20

	ebadf = 9
)

// Which functions take a descriptor is a fact of library/table.tsv. Those that take a folder's descriptor with a path
// (openat) are not among them: the path may be absolute, and AT_FDCWD is negative.

// onDescriptor calls a function of the library: by its model where its descriptors may be open.
func (f fileCalls) onDescriptor(c *call, model func() value) value {
	if f.u.model {
		return model()
	}
	for _, u := range library.FactsOf(libName(c.name)).Descriptors {
		if u.At >= len(c.vals) || !isInt(c.vals[u.At]) {
			continue
		}
		fd := f.hold(ir.NewCast(ir.I32, c.vals[u.At].e))
		most := int64(descriptorsEnd - 1)
		if u.Negative {
			most = math.MaxInt64
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

// lies returns the condition low <= e <= high.
func (f fileCalls) lies(e ir.Expr, low, high int64) ir.Expr {
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
func (f fileCalls) ifDescriptor(c *call, u library.Descriptor, within ir.Expr, model func() value) value {
	t, ok := ir.Type{}, false
	if c.ft != nil {
		t, ok = f.l.irType(c.ft.Result())
	}
	if !ok || t.Kind != ir.Int {
		return model()
	}
	failed := u.Result
	if u.Number {
		failed = ebadf
	}
	r := f.temp(t)
	fail := func() {
		f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(t, failed)})
		if !u.Number {
			f.failEBADF(c, u)
		}
	}
	f.either(within, func() {
		if v := model(); v.e != nil && isInt(v) {
			f.emit(&ir.Assign{Dst: r, Src: ir.NewCast(t, v.e)})
		} else {
			f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(t, 0)}) // no caller uses it
		}
	}, fail)
	return f.asResult(value{e: ir.NewRef(r)}, c)
}

// failEBADF sets errno where an argument is no descriptor.
func (f fileCalls) failEBADF(c *call, u library.Descriptor) {
	if u.First == 0 || u.First >= len(c.vals) || !isInt(c.vals[u.First]) {
		systemCalls(f).storeErrno(ebadf)
		return
	}
	f.either(f.lies(f.hold(c.vals[u.First].e), u.Least, u.Most), func() { systemCalls(f).storeErrno(ebadf) },
		systemCalls(f).spoilErrno)
}
