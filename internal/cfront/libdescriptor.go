package cfront

import (
	"math"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file handles calls with numbers that are not file descriptors: negative numbers, and numbers that no process can
// have open. Such a call fails with errno EBADF (POSIX, 2.3), whatever the model of the function. The C library and
// Linux check some arguments before the descriptor, so errno may also be EINVAL if such an argument may be wrong.

const (
	// descriptorsEnd is larger than every descriptor. It is the largest RLIMIT_NOFILE that /proc/sys/fs/nr_open allows,
	// unless the system's administrator raises it.
	descriptorsEnd = 1 << 20

	ebadf = 9
)

// The file library/table.tsv lists the functions that take a descriptor. It leaves out functions that take the
// descriptor of a directory with a path (openat): the path may be absolute, and AT_FDCWD is negative.

// onDescriptor lowers a call of a library function. It calls model to lower the code that runs if the descriptors among
// the arguments may be open. Otherwise the call fails.
func (f fileCalls) onDescriptor(c *call, model func() value) value {
	if f.u.Model {
		return model()
	}
	for _, u := range library.FactsOf(library.Base(c.name)).Descriptors {
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

// ifDescriptor calls model to lower a call under the condition within, which says that argument u.At may be a
// descriptor. If the condition does not hold, the call fails.
func (f fileCalls) ifDescriptor(c *call, u library.Descriptor, within ir.Expr, model func() value) value {
	t, ok := ir.Type{}, false
	if c.ft != nil {
		t, ok = f.l.IRType(c.ft.Result())
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
			f.emit(&ir.Assign{Dst: r, Src: ir.NewConst(t, 0)}) // no caller uses the result
		}
	}, fail)
	return f.asResult(value{e: ir.NewRef(r)}, c)
}

// failEBADF sets errno for a call with a number that is not a descriptor.
func (f fileCalls) failEBADF(c *call, u library.Descriptor) {
	if u.First == 0 || u.First >= len(c.vals) || !isInt(c.vals[u.First]) {
		systemCalls(f).storeErrno(ebadf)
		return
	}
	f.either(f.lies(f.hold(c.vals[u.First].e), u.Least, u.Most), func() { systemCalls(f).storeErrno(ebadf) },
		systemCalls(f).spoilErrno)
}
