package cfront

import (
	"github.com/tandem-verifier/tandem/internal/ir"
)

// <sys/socket.h>. The network is not modelled: results are inputs within the ranges of POSIX, -1 with any errno among
// them. Libstate.go says where descriptors only stand for something that is not modelled.

// addressMost is the size of struct sockaddr_storage, in bytes: no address is larger.
const addressMost = 128

func socketHandler(name string) handlerFunc {
	switch name {
	case "socket":
		return within(-1, 1<<31-1)
	case "bind", "listen", "connect", "shutdown":
		return (*fn).onSocket
	case "setsockopt":
		return (*fn).mayFail
	case "accept", "accept4":
		return (*fn).accept
	case "send", "sendto":
		return (*fn).send
	case "recvfrom":
		return (*fn).recvfrom
	}
	return nil
}

// onSocket is a function of a socket that gives 0, or -1 if it fails, as it does for no descriptor.
func (f *fn) onSocket(c *call) value {
	if len(c.vals) == 0 || !isInt(c.vals[0]) {
		return f.callMissing(c)
	}
	fd := f.hold(c.vals[0].e)
	v := f.nothing(c)
	if isInt(v) {
		f.between(v.e, -1, 0)
		f.failsWithout(fd, v.e)
	}
	return v
}

// failsWithout assumes that the result is -1 if fd is no descriptor.
func (f *fn) failsWithout(fd, result ir.Expr) {
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.LOr, ir.NewBinary(ir.Le, ir.NewConst(fd.Type(), 0), fd),
		ir.NewBinary(ir.Lt, result, ir.NewConst(result.Type(), 0))), Guard: ir.OtherGuard})
}

// accept(fd, address, length) gives another descriptor than fd, or -1.
func (f *fn) accept(c *call) value {
	if len(c.vals) < 3 || !isInt(c.vals[0]) || !isPtr(c.vals[1]) || !isPtr(c.vals[2]) {
		return f.callMissing(c)
	}
	fd := f.hold(c.vals[0].e)
	got := f.input(ir.Library, c.name, ir.I32, 0)
	f.between(got, -1, 1<<31-1)
	f.failsWithout(fd, got)
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.LOr, ir.NewBinary(ir.Ne, got, ir.NewCast(ir.I32, fd)),
		ir.NewBinary(ir.Lt, got, ir.NewConst(ir.I32, 0))), Guard: ir.OtherGuard})
	f.peerAddress(c, got, c.vals[1].e, c.vals[2].e)
	return f.asResult(value{e: got}, c)
}

// recvfrom is recv, and says where the bytes came from.
func (f *fn) recvfrom(c *call) value {
	if len(c.vals) < 6 || !isPtr(c.vals[4]) || !isPtr(c.vals[5]) {
		return f.callMissing(c)
	}
	v := f.read(c)
	if isInt(v) {
		f.peerAddress(c, v.e, c.vals[4].e, c.vals[5].e)
	}
	return v
}

// peerAddress writes an address of at most *length bytes where got says that there is one; then *length is the size that
// it has. Nobody knows the kind of the socket, so both are approximate.
func (f *fn) peerAddress(c *call, got, address, length ir.Expr) {
	address, length = f.hold(address), f.hold(length)
	asked := ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(got.Type(), 0), got), ir.NewBinary(ir.Ne, address, ir.NewConst(f.ptr(), 0)))
	f.when(asked, func() {
		room := f.def(ir.U32, func(v *ir.Var) ir.Stmt { return &ir.LoadStmt{Dst: v, Addr: length} })
		size := f.approx(c.name+".size", ir.U32)
		f.between(size, 0, addressMost)
		n := f.temp(ir.U32)
		f.emit(&ir.Assign{Dst: n, Src: size})
		f.when(ir.NewBinary(ir.Lt, room, size), func() { f.emit(&ir.Assign{Dst: n, Src: room}) })
		f.when(ir.NewBinary(ir.Ne, ir.NewRef(n), ir.NewConst(ir.U32, 0)), func() {
			f.havocMemory(address, ir.NewCast(f.model().Size(), ir.NewRef(n)), c.name, ir.Approx)
		})
		f.emit(&ir.Store{Addr: length, Val: size})
	})
}

// send gives the number of bytes sent, or -1.
func (f *fn) send(c *call) value {
	if len(c.vals) < 4 || !isInt(c.vals[0]) || !isPtr(c.vals[1]) || !isInt(c.vals[2]) {
		return f.callMissing(c)
	}
	fd := f.hold(c.vals[0].e)
	d := f.model().Diff()
	n := f.hold(f.sizeOf(c.vals[2], c))
	sent := f.input(ir.Library, c.name, d, 0)
	none := ir.NewBinary(ir.Eq, sent, ir.NewConst(d, -1))
	some := ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(d, 0), sent), ir.NewBinary(ir.Le, ir.NewCast(f.model().Size(), sent), n))
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.LOr, none, some), Guard: ir.OtherGuard})
	f.failsWithout(fd, sent)
	return f.asResult(value{e: sent}, c)
}
