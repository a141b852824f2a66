package cfront

import (
	"modernc.org/cc/v4"

	"github.com/tandem-verifier/tandem/internal/cfront/ctype"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// <sys/socket.h> and <sys/epoll.h>. The network is not modelled: results are inputs within the ranges of POSIX, which
// include -1 with any errno. libstate.go determines for which programs the descriptors are approximate instead.

// addressMost bounds the size of an address in bytes: it is the size of struct sockaddr_storage.
const addressMost = 128

// socketHandler returns the handler of a function of sockets. It returns nil for the names of other functions.
func socketHandler(name string) handlerFunc {
	switch name {
	case "socket", "epoll_create", "epoll_create1":
		return within(-1, descriptorsEnd-1)
	case "bind", "listen", "connect", "shutdown", "epoll_ctl":
		return by(fileCalls.onSocket)
	case "epoll_wait", "epoll_pwait", "epoll_pwait2":
		return by(fileCalls.epollWait)
	case "setsockopt":
		return by(fileCalls.mayFail)
	case "accept", "accept4":
		return by(fileCalls.accept)
	case "send", "sendto":
		return by(fileCalls.send)
	case "recvfrom":
		return by(fileCalls.recvfrom)
	}
	return nil
}

// onSocket lowers a call on a socket or descriptor whose result is 0, or -1 for failure. A call without an integer as
// first argument is refused.
func (f fileCalls) onSocket(c *call) value {
	if len(c.vals) == 0 || !isInt(c.vals[0]) {
		return f.callMissing(c)
	}
	v := f.nothing(c)
	if isInt(v) {
		f.between(v.e, -1, 0)
	}
	return v
}

// accept lowers accept(fd, address, length): its result is a descriptor other than fd, or -1.
func (f fileCalls) accept(c *call) value {
	if len(c.vals) < 3 || !isInt(c.vals[0]) || !isPtr(c.vals[1]) || !isPtr(c.vals[2]) {
		return f.callMissing(c)
	}
	fd := f.hold(c.vals[0].e)
	got := f.input(ir.Library, c.name, ir.I32, 0)
	f.between(got, -1, descriptorsEnd-1)
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.LOr, ir.NewBinary(ir.Ne, got, ir.NewCast(ir.I32, fd)),
		ir.NewBinary(ir.Lt, got, ir.NewConst(ir.I32, 0))), Guard: ir.OtherGuard})
	f.peerAddress(c, got, c.vals[1].e, c.vals[2].e)
	return f.asResult(value{e: got}, c)
}

// recvfrom lowers recvfrom as recv, and writes the address of the sender.
func (f fileCalls) recvfrom(c *call) value {
	if len(c.vals) < 6 || !isPtr(c.vals[4]) || !isPtr(c.vals[5]) {
		return f.callMissing(c)
	}
	v := f.read(c)
	if isInt(v) {
		f.peerAddress(c, v.e, c.vals[4].e, c.vals[5].e)
	}
	return v
}

// peerAddress writes an address of a peer if got, the result of the call, is not negative and address is not null. It
// writes at most *length bytes and then sets *length to the size of the full address. The bytes and the size are
// approximate, since the kind of the socket is not known.
func (f fileCalls) peerAddress(c *call, got, address, length ir.Expr) {
	address, length = f.hold(address), f.hold(length)
	asked := ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(got.Type(), 0), got),
		ir.NewBinary(ir.Ne, address, ir.NewConst(f.ptr(), 0)))
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

// send lowers send and sendto: the result is the number of bytes sent (at most the given length), or -1.
func (f fileCalls) send(c *call) value {
	if len(c.vals) < 4 || !isInt(c.vals[0]) || !isPtr(c.vals[1]) || !isInt(c.vals[2]) {
		return f.callMissing(c)
	}
	d := f.model().Diff()
	n := f.hold(f.sizeOf(c.vals[2], c))
	sent := f.input(ir.Library, c.name, d, 0)
	none := ir.NewBinary(ir.Eq, sent, ir.NewConst(d, -1))
	some := ir.NewAnd(ir.NewBinary(ir.Le, ir.NewConst(d, 0), sent), ir.NewBinary(ir.Le, ir.NewCast(f.model().Size(), sent),
		n))
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.LOr, none, some), Guard: ir.OtherGuard})
	return f.asResult(value{e: sent}, c)
}

// epollWait lowers epoll_wait(fd, events, max, ...): the result is the number of events written (at most max), or -1.
// The events depend on the descriptors that the program registered, which is not modelled, so they are approximate.
func (f fileCalls) epollWait(c *call) value {
	if len(c.vals) < 4 || !isInt(c.vals[0]) || !isPtr(c.vals[1]) || !isInt(c.vals[2]) {
		return f.callMissing(c)
	}
	el := ctype.Elem(c.vals[1].t)
	if el == nil || el.IsIncomplete() || el.Kind() == cc.Void {
		return f.callMissing(c)
	}
	events, most := f.hold(c.vals[1].e), f.hold(ir.NewCast(ir.I32, c.vals[2].e))
	got, zero := f.input(ir.Library, c.name, ir.I32, 0), ir.NewConst(ir.I32, 0)
	f.between(got, -1, 1<<31-1)
	f.emit(&ir.Assume{Cond: ir.NewBinary(ir.LOr, ir.NewBinary(ir.Lt, got, zero),
		ir.NewAnd(ir.NewBinary(ir.Lt, zero, most), ir.NewBinary(ir.Le, got, most))), Guard: ir.OtherGuard})
	f.when(ir.NewBinary(ir.Lt, zero, got), func() {
		st := f.model().Size()
		size := ir.NewConst(st, f.l.Size(el, c.pos))
		f.havocMemory(events, ir.NewBinary(ir.Mul, ir.NewCast(st, got), size), c.name, ir.Approx)
	})
	return f.asResult(value{e: got}, c)
}
