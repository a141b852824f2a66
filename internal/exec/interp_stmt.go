package exec

import (
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// compileFunc compiles each location of f into a node.
func compileFunc(f *ir.Func) (*code, error) {
	c := &code{fn: f, nodes: make([]node, len(f.Locs))}
	back := BackEdges(f)
	for _, l := range f.Locs {
		n, err := compileLoc(l, back)
		if err != nil {
			return nil, err
		}
		c.nodes[l.ID] = n
	}
	return c, nil
}

// compileLoc compiles a location; back has the back edges of its function by Edge.ID.
func compileLoc(l *ir.Loc, back []bool) (node, error) {
	switch {
	case l.Kind == ir.Error:
		return endNode(Outcome{Kind: Violated, Obligation: l.Obligation, Pos: l.Obligation.Pos}), nil
	case l.Kind == ir.Halt || l.Kind == ir.Exit:
		return endNode(Outcome{Kind: Finished}), nil
	case len(l.Out) == 0:
		return endNode(Outcome{Kind: Blocked, Guard: ir.OtherGuard, Pos: l.Pos}), nil
	}
	e := l.Out[0]
	if _, ok := e.Stmt.(*ir.Assume); ok {
		return compileBranch(l, back)
	}
	if len(l.Out) > 1 {
		return node{}, fmt.Errorf("location %d: %T next to other edges", l.ID, e.Stmt)
	}
	n := node{kind: nodeStep, edge: e, next: e.To.ID, back: back[e.ID]}
	var err error
	switch s := e.Stmt.(type) {
	case *ir.Call:
		err = compileCall(&n, s)
	case *ir.Return:
		n.kind = nodeReturn
		if s.Val == nil {
			break
		}
		if s.Val.Type().Kind == ir.Ptr {
			n.ptr, err = compilePointer(s.Val)
		} else {
			n.value, err = compileValue(s.Val)
		}
	default: // sound: compileStep compiles all others, or returns an error
		n.step, err = compileStep(e)
	}
	return n, err
}

// endNode returns a node that ends the run with outcome o; the edge of the outcome is the edge by which the run
// arrives.
func endNode(o Outcome) node { return node{kind: nodeEnd, end: o} }

// compileBranch compiles a location whose edges are Assumes.
func compileBranch(l *ir.Loc, back []bool) (node, error) {
	n := node{kind: nodeBranch}
	for _, e := range l.Out {
		s, ok := e.Stmt.(*ir.Assume)
		if !ok {
			return n, fmt.Errorf("location %d: %T next to an assume", l.ID, e.Stmt)
		}
		c, err := compileCond(s.Cond)
		if err != nil {
			return n, err
		}
		n.arms = append(n.arms, arm{cond: c, next: e.To.ID, back: back[e.ID], mark: s.Mark, edge: e})
	}
	return n, nil
}

// compileCall completes node n of a call.
func compileCall(n *node, s *ir.Call) error {
	n.kind = nodeCall
	n.call = &call{callee: s.Func, dst: s.Dst}
	for _, a := range s.Args {
		var v value
		var p pointer
		var err error
		if a.Type().Kind == ir.Ptr {
			p, err = compilePointer(a)
		} else {
			v, err = compileValue(a)
		}
		if err != nil {
			return err
		}
		n.call.vals = append(n.call.vals, v)
		n.call.ptrs = append(n.call.ptrs, p)
	}
	return nil
}

// compileStep compiles a statement other than Assume, Call and Return.
func compileStep(e *ir.Edge) (func(m *Interp), error) {
	switch s := e.Stmt.(type) { // sound: refused
	case *ir.Skip:
		return func(*Interp) {}, nil
	case *ir.Assign:
		return compileAssign(s)
	case *ir.Input:
		return compileInput(s, e), nil
	case *ir.LoadStmt:
		return compileLoad(s, e)
	case *ir.Store:
		return compileStore(s, e)
	case *ir.Decl:
		o := s.Obj
		return func(m *Interp) {
			if i := m.o[o.ID]; i != 0 && m.layout.Reuse[o] {
				m.mem.renew(i, m.occurrence(o.Site))
				return
			}
			i := m.mem.alloc(uint64(o.Size), o.Align, o.Site, m.occurrence(o.Site), onStack)
			if i == 0 {
				m.end(Outcome{Kind: OutOfMemory}, e)
				return
			}
			in := &m.mem.insts[i]
			in.reuse, in.obj, in.made = m.layout.Reuse[o], o, e
			m.locals = append(m.locals, i)
			m.o[o.ID] = i
		}, nil
	case *ir.End:
		o := s.Obj
		return func(m *Interp) {
			if i := m.o[o.ID]; i != 0 && !m.layout.Reuse[o] {
				m.mem.kill(i, e)
			}
		}, nil
	case *ir.Alloc:
		return compileAlloc(s, e)
	case *ir.Free:
		return compileFree(s, e)
	case *ir.MemCopy:
		return compileMemCopy(s, e)
	case *ir.MemSet:
		return compileMemSet(s, e)
	case *ir.MemHavoc:
		return compileMemHavoc(s, e)
	case *ir.Math:
		return compileMath(s, e)
	case *ir.Undefined:
		what := s.Kind
		return func(m *Interp) { m.undefined(what, e) }, nil
	case *ir.HavocAll:
		return func(m *Interp) { m.end(Outcome{Kind: Unsupported, What: "all memory made arbitrary: " + s.Why}, e) }, nil
	}
	return nil, fmt.Errorf("unknown statement %T", e.Stmt)
}

// compileAssign compiles an Assign.
func compileAssign(s *ir.Assign) (func(m *Interp), error) {
	dst, d := s.Dst, s.Dst.ID
	if dst.Type.Kind == ir.Ptr {
		p, err := compilePointer(s.Src)
		if err != nil {
			return nil, err
		}
		return func(m *Interp) {
			a, i := p(m)
			m.set(dst, a, i)
		}, nil
	}
	x, err := compileValue(s.Src)
	if err != nil {
		return nil, err
	}
	if dst.Global {
		return func(m *Interp) { m.regs[d] = x(m) }, nil
	}
	return func(m *Interp) { m.r[d] = x(m) }, nil
}

// compileInput compiles an Input. A Ptr input that is not null makes a fresh object.
func compileInput(s *ir.Input, e *ir.Edge) func(m *Interp) {
	dst, site, size := s.Dst, s.Site, s.FreshSize
	t := dst.Type
	if t.Kind != ir.Ptr {
		return func(m *Interp) {
			k := ir.Key{Site: site.ID, Occ: m.occurrence(site)}
			if bits, ok := m.input(k, site, t, e); ok {
				m.set(dst, bits, 0)
			}
		}
	}
	return func(m *Interp) {
		k := ir.Key{Site: site.ID, Occ: m.occurrence(site), Off: -1}
		bits, ok := m.input(k, site, t, e)
		if !ok {
			return
		}
		if bits == 0 {
			m.set(dst, 0, 0)
			return
		}
		i := m.mem.alloc(uint64(max(size, 0)), 16, site, k.Occ, onHeap)
		if i == 0 {
			m.end(Outcome{Kind: OutOfMemory}, e)
			return
		}
		m.mem.insts[i].made = e
		m.mem.insts[i].outer = true
		m.set(dst, m.mem.insts[i].base, i)
	}
}

// compileLoad compiles a load. Uninitialised bytes become inputs, see the package comment.
func compileLoad(s *ir.LoadStmt, e *ir.Edge) (func(m *Interp), error) {
	p, err := compilePointer(s.Addr)
	if err != nil {
		return nil, err
	}
	dst := s.Dst
	n, isPtr := dst.Type.Size(), dst.Type.Kind == ir.Ptr
	mask := num.Mask(dst.Type.Bits)
	return func(m *Interp) {
		a, i := p(m)
		if !m.mem.valid(a, i, uint64(n)) {
			m.invalid(ir.Readable, a, i, uint64(n), e)
			return
		}
		at := m.mem.at(a, i)
		and, or := m.mem.shadows(at, n)
		if and&ShadowInit == 0 && !m.materialise(a, i, n, e) {
			return
		}
		bits := m.mem.get(at, n) & mask
		if !isPtr {
			if or&ShadowPtr != 0 {
				m.run.Addr = true
				m.run.Wild = m.run.Wild || len(m.mem.strays) > 0 // the number has no provenance
				m.exposeAt(at, i)
			}
			m.set(dst, bits, 0)
			return
		}
		if j, ok := m.mem.stray(at, and, bits); ok {
			m.set(dst, bits, j)
			return
		}
		j := m.mem.find(bits)
		if j != 0 && and&ShadowPtr == 0 {
			m.run.Addr = true
			m.guess(bits, j, dst.Points)
		}
		m.set(dst, bits, j)
	}, nil
}

// materialise reads the uninitialised bytes among n valid bytes at a, in instance
// i, as inputs. If it returns false, it has ended the run.
func (m *Interp) materialise(a uint64, i uint32, n int, e *ir.Edge) bool {
	at := m.mem.at(a, i)
	return m.mem.origins.Materialise(at, n,
		func(k int) bool { return m.mem.shadow[at+uint64(k)]&ShadowInit == 0 },
		func(at uint64) ir.Key { return m.mem.identity(at, i) },
		func(k int, b byte) { m.mem.data[at+uint64(k)], m.mem.shadow[at+uint64(k)] = b, ShadowInit },
		func(k ir.Key, t ir.Type) (uint64, bool) {
			if k.Site < 0 {
				m.run.Approx = true
				return 0, true
			}
			return m.input(k, m.prog.Sites[k.Site], t, e)
		})
}

// compileStore compiles a store.
func compileStore(s *ir.Store, e *ir.Edge) (func(m *Interp), error) {
	p, err := compilePointer(s.Addr)
	if err != nil {
		return nil, err
	}
	t := s.Val.Type()
	n := t.Size()
	if t.Kind == ir.Ptr {
		v, err := compilePointer(s.Val)
		if err != nil {
			return nil, err
		}
		return func(m *Interp) {
			a, i := p(m)
			x, j := v(m)
			if !m.mem.writable(a, i, uint64(n)) {
				m.invalid(ir.Writable, a, i, uint64(n), e)
				return
			}
			sh := byte(ShadowInit)
			if x != 0 {
				sh |= ShadowPtr
			}
			at := m.mem.at(a, i)
			m.mem.keepStray(at, x, j)
			m.mem.put(at, n, x)
			m.mem.setShadow(at, n, sh)
		}, nil
	}
	v, err := compileValue(s.Val)
	if err != nil {
		return nil, err
	}
	return func(m *Interp) {
		a, i := p(m)
		x := v(m)
		if !m.mem.writable(a, i, uint64(n)) {
			m.invalid(ir.Writable, a, i, uint64(n), e)
			return
		}
		at := m.mem.at(a, i)
		m.mem.put(at, n, x)
		m.mem.setShadow(at, n, ShadowInit)
	}, nil
}

// compileSize compiles a number of bytes: it is extended to 64 bits by its type's sign, then unsigned.
func compileSize(e ir.Expr) (value, error) {
	x, err := compileValue(e)
	if err != nil {
		return nil, err
	}
	t := e.Type()
	return func(m *Interp) uint64 { return num.Ext(x(m), t.Bits, t.Signed, 64) }, nil
}

// compileAlloc compiles an Alloc.
func compileAlloc(s *ir.Alloc, e *ir.Edge) (func(m *Interp), error) {
	size, err := compileSize(s.Size)
	if err != nil {
		return nil, err
	}
	return func(m *Interp) {
		what := onStack
		if s.Kind == ir.Heap {
			what = onHeap
		}
		i := m.mem.alloc(size(m), 16, s.Site, m.occurrence(s.Site), what)
		if i == 0 {
			m.end(Outcome{Kind: OutOfMemory}, e)
			return
		}
		m.mem.insts[i].made = e
		m.mem.moved = m.mem.moved || s.Moved
		if s.Zeroed {
			m.mem.zero(i)
		}
		if s.Kind == ir.Heap {
			m.mem.insts[i].heap = true
		} else {
			m.mem.insts[i].block = true
			m.locals = append(m.locals, i)
		}
		m.set(s.Dst, m.mem.insts[i].base, i)
	}, nil
}

// compileFree compiles a Free of heap or stack memory.
func compileFree(s *ir.Free, e *ir.Edge) (func(m *Interp), error) {
	stack := s.Kind == ir.Stack
	p, err := compilePointer(s.Addr)
	if err != nil {
		return nil, err
	}
	return func(m *Interp) {
		a, i := p(m)
		if a == 0 {
			return
		}
		if in := &m.mem.insts[i]; !in.alive || in.base != a || !stack && !in.heap || stack && !in.block {
			m.invalid(ir.Freeable, a, i, 0, e)
			return
		}
		m.mem.kill(i, e)
	}, nil
}

// compileMemCopy compiles a MemCopy.
func compileMemCopy(s *ir.MemCopy, e *ir.Edge) (func(m *Interp), error) {
	d, q, err := compilePointers(s.Dst, s.Src)
	if err != nil {
		return nil, err
	}
	size, err := compileSize(s.N)
	if err != nil {
		return nil, err
	}
	return func(m *Interp) {
		to, i := d(m)
		from, j := q(m)
		n := size(m)
		switch {
		case n == 0:
			return
		case !m.mem.valid(from, j, n):
			m.invalid(ir.Readable, from, j, n, e)
			return
		case !m.mem.writable(to, i, n):
			m.invalid(ir.Writable, to, i, n, e)
			return
		case !m.charge((n+63)/64, e):
			return
		}
		a, b := m.mem.at(to, i), m.mem.at(from, j)
		for _, sh := range m.mem.shadow[b : b+n] {
			if sh&ShadowInit == 0 {
				m.mem.origins.Copy(a, b, int(n),
					func(k int) bool { return m.mem.shadow[b+uint64(k)]&ShadowInit == 0 },
					func(at uint64) ir.Key { return m.mem.identity(at, j) })
				break
			}
		}
		m.mem.copyStrays(a, b, n, uint64(m.prog.Model.Ptr().Size()))
		copy(m.mem.data[a:a+n], m.mem.data[b:b+n])
		copy(m.mem.shadow[a:a+n], m.mem.shadow[b:b+n])
	}, nil
}

// target evaluates the target of a MemSet or MemHavoc, checks it and charges the fuel. It returns the index of
// the bytes in memory and their number. If ok is false, there is nothing to do or the run has ended.
func (m *Interp) target(p pointer, size value, e *ir.Edge) (at, n uint64, ok bool) {
	a, i := p(m)
	n = size(m)
	switch {
	case n == 0:
		return 0, 0, false
	case !m.mem.writable(a, i, n):
		m.invalid(ir.Writable, a, i, n, e)
		return 0, 0, false
	}
	return m.mem.at(a, i), n, m.charge((n+63)/64, e)
}

// compileMemSet compiles a MemSet.
func compileMemSet(s *ir.MemSet, e *ir.Edge) (func(m *Interp), error) {
	p, err := compilePointer(s.Dst)
	if err != nil {
		return nil, err
	}
	v, err := compileValue(s.Val)
	if err != nil {
		return nil, err
	}
	size, err := compileSize(s.N)
	if err != nil {
		return nil, err
	}
	return func(m *Interp) {
		b := byte(v(m))
		at, n, ok := m.target(p, size, e)
		if !ok {
			return
		}
		for k := at; k < at+n; k++ {
			m.mem.data[k] = b
		}
		m.mem.mark(at, n, ShadowInit)
	}, nil
}

// compileMemHavoc compiles a MemHavoc.
func compileMemHavoc(s *ir.MemHavoc, e *ir.Edge) (func(m *Interp), error) {
	p, err := compilePointer(s.Addr)
	if err != nil {
		return nil, err
	}
	size, err := compileSize(s.N)
	if err != nil {
		return nil, err
	}
	return func(m *Interp) {
		occ := m.occurrence(s.Site)
		at, n, ok := m.target(p, size, e)
		if !ok {
			return
		}
		m.mem.mark(at, n, 0)
		k := ir.Key{Site: -1, Occ: occ}
		if s.Site != nil {
			k.Site = s.Site.ID
		}
		m.mem.origins.Set(at, at+n, k)
	}, nil
}

// compileMath compiles a Math. A function that evalMath does not have ends the run as Unsupported.
func compileMath(s *ir.Math, e *ir.Edge) (func(m *Interp), error) {
	if ir.AsksObject(s.Fn) {
		return compileAsk(s)
	}
	var args []value
	for _, a := range s.Args {
		v, err := compileValue(a)
		if err != nil {
			return nil, err
		}
		args = append(args, v)
	}
	t := s.Dst.Type
	return func(m *Interp) {
		x := make([]uint64, len(args))
		for i, a := range args {
			x[i] = a(m)
		}
		bits, exact, ok := evalMath(s.Fn, t, x)
		if !ok {
			m.end(Outcome{Kind: Unsupported, What: "math function " + s.Fn}, e)
			return
		}
		m.run.Approx = m.run.Approx || !exact
		m.set(s.Dst, bits, 0)
	}, nil
}
