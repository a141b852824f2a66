package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/library"
	"github.com/tandem-verifier/tandem/internal/cfront/link"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file lowers errno (7.5). It is one object, whose address __errno_location() returns; <errno.h> defines errno by
// this function. It is 0 at the start. Models in C set it by __tandem_errno, as glibc does. A model that only
// over-approximates a function makes errno approximate (spoilErrno). If a program never mentions errno, there is no
// such object, and no code sets it.

const errnoLocation = "__errno_location"

// errnoRead reports whether the program mentions errno.
func (l *libraryUse) errnoRead() bool {
	if l.errno.looked {
		return l.errno.read
	}
	l.errno.looked = true
	see := func(s *link.Symbol) {
		l.errno.read = l.errno.read || s != nil && s.Body == nil && (s.Reads > 0 || s.AddrTaken)
	}
	see(l.Syms[errnoLocation])
	see(l.Syms["errno"])
	return l.errno.read
}

// errnoState is the state of a Load for errno.
type errnoState struct {
	looked, read bool       // errnoRead has been computed, and its result
	obj          *ir.Object // nil before the first use
}

// errnoAddr returns the address of errno.
func (l *libraryUse) errnoAddr() ir.Expr {
	if l.errno.obj == nil {
		o := l.IR.NewObject(l.names.uniq("errno"), 4, 4)
		o.Elem, o.CType = ir.I32, "int"
		l.errno.obj = o
	}
	return &ir.AddrOf{Obj: l.errno.obj, T: l.Cfg.Model.Ptr()}
}

// errnoHandler returns the handler of a function that accesses errno, or nil.
func errnoHandler(name string) handlerFunc {
	switch name {
	case errnoLocation:
		return by(systemCalls.errnoLocation)
	case "__tandem_errno":
		return by(systemCalls.setErrno)
	}
	return nil
}

// errnoLocation lowers __errno_location.
func (f systemCalls) errnoLocation(c *call) value {
	if !f.l.library.errnoRead() { // errnoRead missed this declaration, so earlier code has not set errno
		f.havocBytes(f.l.library.errnoAddr(), 4, "errno")
	}
	return f.asResult(value{e: f.l.library.errnoAddr(), t: c.ft.Result()}, c)
}

// setErrno lowers __tandem_errno(k), by which models in C set errno.
func (f systemCalls) setErrno(c *call) value {
	if f.l.library.errnoRead() {
		f.emit(&ir.Store{Addr: f.l.library.errnoAddr(), Val: ir.NewCast(ir.I32, c.vals[0].e)})
	}
	return value{}
}

// storeErrno sets errno to k.
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

// keepsErrno reports whether the handler of a function handles errno as the library does: it sets errno, or the
// function never changes it. Functions of the dialects are not part of the library, and never change errno.
func keepsErrno(name string) bool {
	if dialectHandler(name) != nil || builtinHandler(name) != nil || errnoHandler(name) != nil ||
		fenvHandler(name) != nil || classification(name) != nil || exactMath(mathBase(name)) != nil {
		return true
	}
	return name == "__tandem_sqrt" || name == "__tandem_sqrtf" || library.FactsOf(name).Errno ||
		memoryHandler(name) != nil
}

// errnoPlace returns the object of a declaration extern int errno.
func (l *libraryUse) errnoPlace(t cc.Type) place { return place{t: t, addr: l.errnoAddr()} }
