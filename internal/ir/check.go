package ir

import (
	"errors"
	"fmt"
	"sort"
)

// maxReports bounds the number of faults in the error of one Check.
const maxReports = 12

// Check returns nil if p satisfies all structural rules of this package: types of all expressions and statements, ids,
// links between locations and edges, registered sites and obligations, unique names, objects declared before use. It
// does not panic, even for programs with nil parts. The error joins up to a dozen faults, each with function, edge and
// position.
func Check(p *Program) error {
	c := &checker{p: p, chains: map[*Inlined]chainState{}}
	c.program()
	return c.result()
}

// CheckExpr checks e, an expression of a specification, over the global registers, the registers of f (which may be
// nil) and extra. Load, Forall and AddrOf of objects of f are allowed in it. The error is as for Check.
func CheckExpr(p *Program, f *Func, e Expr, extra ...*Var) error {
	c := &checker{p: p, f: f, spec: true, bound: map[*Var]bool{}, where: "specification"}
	for _, v := range extra {
		c.bound[v] = true
	}
	c.expr(e)
	return c.result()
}

// checker collects the faults of a program.
type checker struct {
	p      *Program
	f      *Func         // the present function, nil outside of functions
	spec   bool          // Load and Forall allowed
	bound  map[*Var]bool // registers in scope that belong to no function
	where  string        // the object of the present check, for messages
	atLoc  *Loc          // a location of f, for messages instead of where; nil if there is none
	at     int           // the index of atLoc in f.Locs
	onEdge *Edge         // an edge of f, for messages instead of where; nil if there is none
	errs   []error
	more   int // the number of faults that errs does not have

	chains map[*Inlined]chainState
}

// chainState is the state of the check of an Inlined.
type chainState uint8

const (
	unchecked  chainState = iota
	underCheck            // the Inlined is on the chain that is being checked
	checked
)

// result returns the faults as one error, nil if there are none.
func (c *checker) result() error {
	if c.more > 0 {
		c.errs = append(c.errs, fmt.Errorf("and %d more faults", c.more))
	}
	return errors.Join(c.errs...)
}

// bad reports a fault in the part of the program that is being checked.
func (c *checker) bad(format string, args ...any) {
	if len(c.errs) >= maxReports {
		c.more++
		return
	}
	msg := fmt.Sprintf(format, args...)
	if where := c.place(); where != "" {
		msg = where + ": " + msg
	}
	c.errs = append(c.errs, errors.New("ir: "+msg))
}

// place returns a text on the part of the program that is being checked. It is called for faults only, since the text
// is expensive.
func (c *checker) place() string {
	switch {
	case c.onEdge != nil:
		e := c.onEdge
		return fmt.Sprintf("%s: edge %d, L%d -> L%d at %s", c.f.Name, e.ID, e.From.ID, e.To.ID, e.Pos)
	case c.atLoc != nil:
		return fmt.Sprintf("%s: L%d at %s", c.f.Name, c.at, c.atLoc.Pos)
	}
	return c.where
}

// names is the set of the names used so far, to find names that are used twice.
type names map[string]bool

// name checks that the name of a thing is not empty and not in set, and adds it to set. what is the kind of the thing.
func (c *checker) name(set names, what, name string) {
	if name == "" {
		c.bad("%s without a name", what)
	} else if set[name] {
		c.bad("two %ss are named %s", what, name)
	}
	set[name] = true
}

// program checks the whole program.
func (c *checker) program() {
	p := c.p
	if p == nil {
		c.bad("no program")
		return
	}
	if p.Model != ILP32 && p.Model != LP64 {
		c.bad("unknown data model %d", p.Model)
	}
	c.tables()
	set := names{}
	for i, f := range p.Funcs {
		if f == nil {
			c.bad("function %d is nil", i)
			return
		}
		c.name(set, "function", f.Name)
		if f.ID != i {
			c.bad("function %s has id %d, index %d", f.Name, f.ID, i)
		}
	}
	switch {
	case p.Entry == nil:
		c.bad("no entry function")
	case !c.hasFunc(p.Entry):
		c.bad("entry function %s is not in the program", p.Entry.Name)
	case len(p.Entry.Params) > 0:
		c.bad("entry function %s has parameters", p.Entry.Name)
	}
	if len(c.errs) > 0 { // the checks below rely on correct tables
		return
	}
	for _, f := range p.ghosts() {
		c.name(set, "function", f.Name)
	}
	c.globals()
	for _, f := range p.Funcs {
		c.fn(f)
	}
}

// tables checks sites and obligations.
func (c *checker) tables() {
	keys := names{}
	for i, s := range c.p.Sites {
		if s == nil {
			c.bad("site %d is nil", i)
			continue
		}
		c.where = fmt.Sprintf("site #%d (%s)", i, s.Key)
		c.name(keys, "site", s.Key)
		if s.ID != i {
			c.bad("id %d", s.ID)
		}
		if s.Kind < Nondet || s.Kind > Choice {
			c.bad("unknown kind %d", s.Kind)
		}
		if s.Kind == ObjectBytes && s.Type != Void {
			c.bad("type %s at a site of bytes", s.Type)
		}
		if !s.bytes() && !c.validType(s.Type) {
			c.bad("no valid type: %s", s.Type)
		}
		c.pos(s.Pos)
	}
	for i, o := range c.p.Obligations {
		if o == nil {
			c.bad("obligation %d is nil", i)
			continue
		}
		c.where = fmt.Sprintf("obligation O%d", i)
		if o.ID != i {
			c.bad("id %d", o.ID)
		}
		if o.Kind == "" {
			c.bad("no kind")
		}
		c.pos(o.Pos)
	}
	c.where = ""
}

// globals checks the global registers and objects.
func (c *checker) globals() {
	set := names{}
	for i, v := range c.p.Globals {
		if v == nil {
			c.bad("global register %d is nil", i)
			return
		}
		c.where = "global " + v.Name
		c.name(set, "global", v.Name)
		c.register(v, i, true)
		if v.Init != nil {
			if t, ok := c.constant(v.Init); ok && t != v.Type {
				c.bad("initial value of type %s, register of type %s", t, v.Type)
			}
		}
	}
	set = names{}
	for i, o := range c.p.Objects {
		if o == nil {
			c.bad("object %d is nil", i)
			return
		}
		c.where = "object " + o.Name
		c.name(set, "object", o.Name)
		c.object(o, i, nil)
		if o.Uninit && o.Site == nil {
			c.bad("uninitialised, but no site")
		}
		c.inits(o)
	}
	c.where = ""
}

// register checks a register; i is its index.
func (c *checker) register(v *Var, i int, global bool) {
	if v.ID != i {
		c.bad("id %d, index %d", v.ID, i)
	}
	if v.Global != global {
		c.bad("Global is %v", v.Global)
	}
	if !c.validType(v.Type) {
		c.bad("no valid type: %s", v.Type)
	}
	c.pos(v.Scope.From)
	c.pos(v.Scope.To)
}

// object checks an object except for its initial contents; i is its index, and f its function, nil for a global.
func (c *checker) object(o *Object, i int, f *Func) {
	if o.ID != i {
		c.bad("id %d, index %d", o.ID, i)
	}
	if o.Func != f {
		c.bad("belongs to another function")
	}
	if o.Size < 0 {
		c.bad("size %d", o.Size)
	}
	if o.Align < 1 || o.Align&(o.Align-1) != 0 {
		c.bad("alignment %d is not a power of two", o.Align)
	}
	if o.Elem != Void && !c.validType(o.Elem) {
		c.bad("no valid element type: %s", o.Elem)
	}
	if o.Site != nil {
		c.site(o.Site, true)
	}
	c.pos(o.Pos)
}

// inits checks the initial contents of a global object: types, offsets, and that they do not overlap.
func (c *checker) inits(o *Object) {
	type span struct{ from, to int64 }
	var spans []span
	for _, it := range o.Init {
		t, ok := c.constant(it.Val)
		if !ok {
			continue
		}
		if !storable(t) {
			c.bad("initial value of type %s", t)
		}
		if it.Off < 0 || it.Off+int64(t.Size()) > o.Size || it.Off+int64(t.Size()) < 0 {
			c.bad("initial value at offset %d is outside", it.Off)
		}
		spans = append(spans, span{it.Off, it.Off + int64(t.Size())})
	}
	sort.Slice(spans, func(i, j int) bool { return spans[i].from < spans[j].from })
	for i := 1; i < len(spans); i++ {
		if spans[i].from < spans[i-1].to {
			c.bad("initial values overlap at offset %d", spans[i].from)
		}
	}
}

// constant checks an expression that must not read registers, and returns its type. The result is false if a fault was
// reported.
func (c *checker) constant(e Expr) (Type, bool) {
	t, ok := c.expr(e)
	if ok {
		Vars(e, func(v *Var) {
			c.bad("constant expression reads %s", v.Name)
			ok = false
		})
	}
	return t, ok
}

// pos checks a position.
func (c *checker) pos(p Pos) {
	if p.Line < 0 || p.Col < 0 {
		c.bad("negative position %d:%d", p.Line, p.Col)
	}
}

// validType reports whether t is the type of a value in a program with this data model.
func (c *checker) validType(t Type) bool {
	switch t.Kind {
	case Bool:
		return t == B
	case Int:
		return t.Bits >= 1 && t.Bits <= 64
	case Float:
		return t == F32 || t == F64
	case Ptr:
		return t == c.p.Model.Ptr()
	case None:
	}
	return false
}

// storable reports whether memory can hold values of type t.
func storable(t Type) bool {
	switch t.Kind {
	case Int:
		return t.Bits == 8 || t.Bits == 16 || t.Bits == 32 || t.Bits == 64
	case Float, Ptr:
		return true
	case Bool, None:
	}
	return false
}

// hasFunc reports whether f is a function of the program.
func (c *checker) hasFunc(f *Func) bool {
	return f != nil && f.ID >= 0 && f.ID < len(c.p.Funcs) && c.p.Funcs[f.ID] == f
}

// bytes reports whether the inputs of s are bytes of memory: s has the kind ObjectBytes, or is an Approx site for
// contents of an object.
func (s *Site) bytes() bool { return s.Kind == ObjectBytes || s.Kind == Approx && s.Type == Void }

// site checks that s is registered, and that it is a site of bytes if and only if bytes is set.
func (c *checker) site(s *Site, bytes bool) {
	switch {
	case s == nil:
		c.bad("no site")
	case s.ID < 0 || s.ID >= len(c.p.Sites) || c.p.Sites[s.ID] != s:
		c.bad("site %s is not registered", s.Key)
	case bytes != s.bytes():
		c.bad("site #%d has kind %s", s.ID, s.Kind)
	}
}

// fn checks a function.
func (c *checker) fn(f *Func) {
	c.f = f
	c.where = f.Name
	set := names{}
	for i, v := range f.Vars {
		if v == nil {
			c.bad("register %d is nil", i)
			return
		}
		c.where = f.Name + ": register " + v.Name
		c.name(set, "register", v.Name)
		c.register(v, i, false)
		if v.Init != nil {
			c.bad("initial value of a local register")
		}
	}
	set = names{}
	for i, o := range f.Objects {
		if o == nil {
			c.bad("object %d is nil", i)
			return
		}
		c.where = f.Name + ": object " + o.Name
		c.name(set, "object", o.Name)
		c.object(o, i, f)
		if len(o.Init) > 0 || o.Uninit {
			c.bad("initial contents of a local object")
		}
		if o.Site == nil {
			c.bad("no site for its uninitialised bytes")
		}
	}
	c.where = f.Name
	if len(f.Params) > len(f.Vars) {
		c.bad("more parameters than registers")
		return
	}
	for i, v := range f.Params {
		if f.Vars[i] != v {
			c.bad("parameter %d is not register %d", i, i)
		}
	}
	if f.Result != Void && !c.validType(f.Result) {
		c.bad("no valid result type: %s", f.Result)
	}
	before := len(c.errs) + c.more
	c.shape(f)
	defer func() { c.onEdge = nil }()
	for _, e := range f.Edges {
		if e == nil || e.From == nil || e.To == nil {
			return // reported by shape
		}
		c.onEdge = e
		c.edge(e)
		if c.p.Origin != nil {
			c.origins(e)
		}
	}
	if len(c.errs)+c.more == before {
		c.declared(f)
	}
	c.where, c.f = "", nil
}
