package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// errno (7.5) is one object: __errno_location(), to which <errno.h> expands errno,
// gives its address. It is 0 at the start. Models in C set it as glibc does by
// __tandem_errno; a model that only over-approximates a function makes it approximate
// (spoilErrno). A program that never mentions errno has no such object, and
// nothing sets it.

const errnoLocation = "__errno_location"

// errnoRead reports whether the program can see errno.
func (l *libraryUse) errnoRead() bool {
	if l.errno.looked {
		return l.errno.read
	}
	l.errno.looked = true
	see := func(s *symbol) {
		l.errno.read = l.errno.read || s != nil && s.fn == nil && (s.reads > 0 || s.addrTaken)
	}
	see(l.syms[errnoLocation])
	see(l.syms["errno"])
	return l.errno.read
}

// errnoState is what one Load knows of errno.
type errnoState struct {
	looked, read bool
	obj          *ir.Object
}

// errnoAddr is the address of errno.
func (l *libraryUse) errnoAddr() ir.Expr {
	if l.errno.obj == nil {
		o := l.prog.NewObject(l.names.uniq("errno"), 4, 4)
		o.Elem, o.CType = ir.I32, "int"
		l.errno.obj = o
	}
	return &ir.AddrOf{Obj: l.errno.obj, T: l.cfg.Model.Ptr()}
}

func errnoHandler(name string) handlerFunc {
	switch name {
	case errnoLocation:
		return by(systemCalls.errnoLocation)
	case "__tandem_errno":
		return by(systemCalls.setErrno)
	}
	return nil
}

func (f systemCalls) errnoLocation(c *call) value {
	if !f.l.library.errnoRead() { // errnoRead has not seen this declaration: earlier code has not set it
		f.havocBytes(f.l.library.errnoAddr(), 4, "errno")
	}
	return f.asResult(value{e: f.l.library.errnoAddr(), t: c.ft.Result()}, c)
}

// setErrno is what a model in C calls.
func (f systemCalls) setErrno(c *call) value {
	if f.l.library.errnoRead() {
		f.emit(&ir.Store{Addr: f.l.library.errnoAddr(), Val: ir.NewCast(ir.I32, c.vals[0].e)})
	}
	return value{}
}

// storeErrno is errno = k.
func (f systemCalls) storeErrno(k int64) {
	if f.l.library.errnoRead() {
		f.emit(&ir.Store{Addr: f.l.library.errnoAddr(), Val: ir.NewConst(ir.I32, k)})
	}
}

// spoilErrno makes errno approximate.
func (f systemCalls) spoilErrno() {
	if f.l.library.errnoRead() {
		f.havocBytes(f.l.library.errnoAddr(), 4, "errno")
	}
}

// keepsErrno reports whether the handler of a function leaves errno as the library does: it sets it, or the function
// never changes it. Functions of the dialects are no part of the library, and never change it.
func keepsErrno(name string) bool {
	if dialectHandler(name) != nil || builtinHandler(name) != nil || errnoHandler(name) != nil ||
		fenvHandler(name) != nil || classification(name) != nil || exactMath(mathBase(name)) != nil {
		return true
	}
	return name == "__tandem_sqrt" || name == "__tandem_sqrtf" || library.FactsOf(name).Errno ||
		memoryHandler(name) != nil
}

// errnoPlace is the object that a declaration extern int errno means.
func (l *libraryUse) errnoPlace(t cc.Type) place { return place{t: t, addr: l.errnoAddr()} }
