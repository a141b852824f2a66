package check

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// belongs returns an error if evidence refers to a program other than p. Such a mistake is easily made, as each part of
// a program is a program of its own. Evidence that is nested in e is looked at when it is judged itself.
func belongs(p *ir.Program, in regions, e verify.Evidence) error {
	o := &owner{p: p, vars: map[*ir.Var]bool{}, objects: map[*ir.Object]bool{}}
	for _, r := range in {
		for _, v := range r.Vars {
			o.vars[v] = true
		}
	}
	switch e := e.(type) {
	case *verify.Inductive:
		o.inductive(e)
	case *verify.Passed:
		o.invariants(e.Invariants)
	case *verify.Shapes:
		for _, a := range e.At {
			o.heap(a)
		}
	case *verify.KInductive:
		for _, l := range e.Cut {
			o.loc(l)
		}
		o.invariants(e.Invariants)
		if e.Support != nil {
			o.inductive(e.Support)
		}
	case *verify.Annotated:
		return o.annotated(e)
	case *verify.Cycle:
		if e.Head != nil {
			o.loc(e.Head)
		}
	case *verify.Unwinding:
		for l := range e.Depth {
			o.loc(l)
		}
	case *verify.Enumerated, *verify.Unreached, *verify.Cover:
		// refer to no program themselves
	case nil:
		return errors.New("no evidence")
	}
	return o.err
}

// owner looks for references to programs other than p, and records the first one as an error.
type owner struct {
	p       *ir.Program
	vars    map[*ir.Var]bool    // registers that the evidence adds: results, values at entries, regions, quantifiers
	objects map[*ir.Object]bool // objects that the evidence adds: the instances that allocations make
	err     error               // the first reference to another program
}

// foreign records an error, unless there is one already.
func (o *owner) foreign(format string, args ...any) {
	if o.err == nil {
		o.err = fmt.Errorf("the evidence is about another program: "+format, args...)
	}
}

// fn checks that f is a function of the program.
func (o *owner) fn(f *ir.Func) bool {
	if f == nil || f.ID < 0 || f.ID >= len(o.p.Funcs) || o.p.Funcs[f.ID] != f {
		o.foreign("a function that is not there")
		return false
	}
	return true
}

// loc checks that l is a location of the program.
func (o *owner) loc(l *ir.Loc) bool {
	if l == nil || !o.fn(l.Func) || l.ID < 0 || l.ID >= len(l.Func.Locs) || l.Func.Locs[l.ID] != l {
		o.foreign("a location that is not there")
		return false
	}
	return true
}

// edge checks that e is an edge of the program.
func (o *owner) edge(e *ir.Edge) {
	if e == nil || !o.loc(e.From) || e.ID < 0 || e.ID >= len(e.From.Func.Edges) || e.From.Func.Edges[e.ID] != e {
		o.foreign("an edge that is not there")
	}
}

// inductive checks the references of invariants with their extra registers and objects.
func (o *owner) inductive(e *verify.Inductive) {
	o.names(e.Results, e.Entered, e.Made)
	for f, objs := range e.Frees {
		o.fn(f)
		for _, x := range objs {
			if !o.objects[x] {
				o.foreign("an object that is not there")
			}
		}
	}
	o.invariants(e.Invariants)
}

// names records the registers and objects that the evidence adds to those of the program.
func (o *owner) names(results map[*ir.Func]*ir.Var, entered map[*ir.Func]map[*ir.Var]*ir.Var,
	made map[*ir.Edge]*ir.Object) {
	for f, v := range results {
		if o.fn(f) {
			o.vars[v] = true
		}
	}
	for f, of := range entered {
		for v, was := range of {
			if o.fn(f) {
				o.register(f, v)
				o.vars[was] = true
			}
		}
	}
	for at, made := range made {
		o.edge(at)
		o.objects[made] = true
	}
}

// annotated checks the references of a graph, and that the numbers of nodes in it exist.
func (o *owner) annotated(e *verify.Annotated) error {
	o.names(e.Results, e.Entered, e.Made)
	in := func(n int) bool { return n >= 0 && n < len(e.Nodes) }
	for i, n := range e.Nodes {
		o.loc(n.Loc)
		o.expr(n.Loc, n.Formula)
		if !in(n.Frame) {
			return fmt.Errorf("malformed evidence: node %d of %d is in frame %d", i, len(e.Nodes), n.Frame)
		}
	}
	for _, t := range e.Edges {
		if t.Edge != nil {
			o.edge(t.Edge)
		}
		if !in(t.From) || !in(t.To) || t.Caller != -1 && !in(t.Caller) {
			return fmt.Errorf("malformed evidence: an edge between nodes %d and %d of %d, for %d", t.From, t.To, len(e.Nodes),
				t.Caller)
		}
	}
	return o.err
}

// invariants checks the references of a list of invariants.
func (o *owner) invariants(invs []verify.Invariant) {
	for _, i := range invs {
		o.expr(i.Loc, i.Expr)
	}
}

// expr checks the references of an expression at a location.
func (o *owner) expr(at *ir.Loc, e ir.Expr) {
	if !o.loc(at) || e == nil {
		return
	}
	ir.Walk(e, func(x ir.Expr) bool {
		switch x := x.(type) {
		case *ir.Ref:
			o.register(at.Func, x.Var)
		case *ir.AddrOf:
			o.object(at.Func, x.Obj)
		case *ir.FuncAddr:
			o.fn(x.Func)
		case *ir.Forall:
			o.vars[x.Bound] = true
		case *ir.Const, *ir.Unary, *ir.Binary, *ir.Cast, *ir.PtrAdd, *ir.PtrDiff, *ir.Overflows, *ir.Valid, *ir.Load:
			// have no references other than those of their operands
		}
		return o.err == nil
	})
}

// register checks that v is a register of f, a global register, a register of another function, or one of o.vars.
func (o *owner) register(f *ir.Func, v *ir.Var) {
	is := func(vs []*ir.Var) bool { return v.ID >= 0 && v.ID < len(vs) && vs[v.ID] == v }
	if v == nil || !o.vars[v] && !is(f.Vars) && !is(o.p.Globals) &&
		!slices.ContainsFunc(o.p.Funcs, func(g *ir.Func) bool { return is(g.Vars) }) {
		o.foreign("a register that is not there")
	}
}

// object checks that x is an object of f, a global object, an object of another function, or one of o.objects.
func (o *owner) object(f *ir.Func, x *ir.Object) {
	is := func(xs []*ir.Object) bool { return x.ID >= 0 && x.ID < len(xs) && xs[x.ID] == x }
	if x == nil || !o.objects[x] && !is(f.Objects) && !is(o.p.Objects) &&
		!slices.ContainsFunc(o.p.Funcs, func(g *ir.Func) bool { return is(g.Objects) }) {
		o.foreign("an object that is not there")
	}
}

// heap checks the references of a heap at a location.
func (o *owner) heap(a verify.HeapAt) {
	if !o.loc(a.Loc) || a.Heap == nil {
		return
	}
	for v := range a.Heap.Regs {
		o.register(a.Loc.Func, v)
	}
	for v := range a.Heap.Live {
		o.register(a.Loc.Func, v)
	}
	for x := range a.Heap.Names {
		o.object(a.Loc.Func, x)
	}
}
