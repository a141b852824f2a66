package exec

import "github.com/tandem-verifier/tandem/internal/ir"

// Fault is an access that is not valid, as the interpreter saw it: the question whose answer was no.
type Fault struct {
	What   ir.Question
	Bytes  uint64     // Readable, Writable: how many
	Null   bool       // the pointer is null
	Inside bool       // the pointer was made of an object; else it is a number, or a function
	Object *ir.Object // that object; nil: it was allocated, or a pointer input leads to it
	Size   uint64     // its size in bytes
	Offset int64      // of the pointer in it
	Const  bool       // it is constant
	Dead   bool       // it is dead,
	Ended  *ir.Edge   // by this edge; nil: its function has returned
	Made   *ir.Edge   // where it began; nil: at the start of the program
}

// fault notes an access that is not valid.
func (m *Interp) fault(what ir.Question, addr uint64, i uint32, n uint64) {
	in := &m.mem.insts[i]
	m.run.Fault = &Fault{What: what, Bytes: n, Null: addr == 0, Inside: i != 0}
	if i != 0 {
		m.run.Fault = &Fault{What: what, Bytes: n, Inside: true, Object: in.obj, Size: in.size, Offset: int64(addr - in.base),
			Const: in.fixed, Dead: !in.alive, Ended: in.ended, Made: in.made}
	}
}

// invalid ends the run at an access that is not valid.
func (m *Interp) invalid(what ir.Question, addr uint64, i uint32, n uint64, e *ir.Edge) {
	m.fault(what, addr, i, n)
	m.undefined(map[ir.Question]string{ir.Readable: "invalid read", ir.Writable: "invalid write",
		ir.Freeable: "invalid free"}[what], e)
}
