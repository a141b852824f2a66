package exec

import "github.com/tandem-verifier/tandem/internal/ir"

// Fault describes an invalid access in a run of the interpreter, or an ir.Valid that was false.
type Fault struct {
	What   ir.Question
	Bytes  uint64     // size of the access for Readable and Writable
	Null   bool       // the pointer is null
	Inside bool       // the pointer has a provenance; the fields below describe its object
	Object *ir.Object // nil if the object is the result of an Alloc or of a pointer input
	Size   uint64     // size of the object, in bytes
	Offset int64      // offset of the pointer from the base of the object
	Const  bool       // the object is constant
	Dead   bool       // the object is dead
	Ended  *ir.Edge   // the edge at which it died; nil if it died with its function
	Made   *ir.Edge   // the edge that made it; nil if it exists from the start
}

// fault records in Run.Fault an access of n bytes at addr with provenance i that is not valid.
func (m *Interp) fault(what ir.Question, addr uint64, i uint32, n uint64) {
	in := &m.mem.insts[i]
	m.run.Fault = &Fault{What: what, Bytes: n, Null: addr == 0, Inside: i != 0}
	if i != 0 {
		m.run.Fault = &Fault{What: what, Bytes: n, Inside: true, Object: in.obj, Size: in.size, Offset: int64(addr - in.base),
			Const: in.fixed, Dead: !in.alive, Ended: in.ended, Made: in.made}
	}
}

// invalid records an access that is not valid, and ends the run at edge e.
func (m *Interp) invalid(what ir.Question, addr uint64, i uint32, n uint64, e *ir.Edge) {
	m.fault(what, addr, i, n)
	m.undefined(map[ir.Question]string{ir.Readable: "invalid read", ir.Writable: "invalid write",
		ir.Freeable: "invalid free"}[what], e)
}
