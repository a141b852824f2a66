package term

import (
	"errors"
	"fmt"
	"slices"
)

// Func interprets a function: its value is Body, a term over the parameters Params, which are Var terms.
type Func struct {
	Params []*Term
	Body   *Term
}

// Model interprets free constants and uninterpreted functions. Names that it does not contain are zero: false, 0, +0,
// the array of zeros, the function that is zero.
type Model struct {
	Vars   map[string]*Term // literals; arrays: ConstArray of a literal under Stores of literals
	Arrays map[string]*Func // arrays without an entry in Vars: as a function of the index
	Funcs  map[string]*Func // uninterpreted functions and predicates
}

// NewModel returns an empty model.
func NewModel() *Model {
	return &Model{Vars: map[string]*Term{}, Arrays: map[string]*Func{}, Funcs: map[string]*Func{}}
}

// Errors of Eval.
var (
	// ErrUnspecified reports that the value depends on a value that SMT-LIB does not specify: the quotient of an integer
	// and zero, or the integer to which a float out of range is converted.
	ErrUnspecified = errors.New("term: value is not specified")
	// ErrQuantifier reports a quantifier over too many values, or a comparison of arrays in Model.Arrays.
	ErrQuantifier = errors.New("term: cannot be evaluated")
)

// Eval returns the value of t: a literal, or for arrays a ConstArray under Stores with increasing indices, which is the
// same term for equal arrays. Subterms that do not affect the value, such as the other arm of an Ite, may be
// unspecified. Eval evaluates quantifiers over up to 2^16 values. A nil model is empty.
func (c *Ctx) Eval(m *Model, t *Term) (r *Term, err error) {
	if m == nil {
		m = &Model{}
	}
	e := &evaluator{c: c, m: m, memo: map[uint32]val{}}
	v, err := e.eval(t)
	if err != nil {
		return nil, err
	}
	if t.sort.Kind == Array {
		return c.arrayTerm(t.sort, v.arr)
	}
	return c.literal(t.sort, v), nil
}

// Interpretation evaluates many terms in one model; it caches the values of shared subterms. The model must not change.
type Interpretation struct{ in *evaluator }

// maxMemo is the number of cached values above which an Interpretation clears its cache.
const maxMemo = 1 << 17

// In returns an Interpretation in model m.
func (c *Ctx) In(m *Model) *Interpretation {
	return &Interpretation{&evaluator{c: c, m: m, memo: map[uint32]val{}}}
}

// Holds reports whether formula t is true. Its errors are the errors of Eval.
func (i *Interpretation) Holds(t *Term) (bool, error) {
	if len(i.in.memo) > maxMemo {
		i.in = &evaluator{c: i.in.c, m: i.in.m, memo: map[uint32]val{}}
	}
	v, err := i.in.eval(t)
	return err == nil && v.w == 1, err
}

// Holds reports whether formula t is true in model m. Its errors are the errors of Eval.
func (c *Ctx) Holds(m *Model, t *Term) (bool, error) {
	v, err := c.Eval(m, t)
	return err == nil && v.IsTrue(), err
}

// evaluator evaluates terms in a model.
type evaluator struct {
	c     *Ctx
	m     *Model
	memo  map[uint32]val   // by Term.ID: values of terms
	fails map[uint32]error // by Term.ID: errors of terms without a value
	bound map[*Term]val    // values of parameters and quantified variables
	depth int              // number of nested function calls
}

// arrayRef is an array that is not evaluated yet: the value of the term t. The evaluator, in, interprets the variables
// of t.
type arrayRef struct {
	in *evaluator
	t  *Term
}

// eval returns the value of t.
func (e *evaluator) eval(t *Term) (val, error) {
	switch {
	case t.op == Const:
		return constVal(t), nil
	case t.op == Var:
		return e.variable(t)
	case t.sort.Kind == Array && t.op != App:
		return val{arr: &arrayRef{e, t}}, nil
	}
	if v, ok := e.memo[t.id]; ok {
		return v, nil
	}
	if err, ok := e.fails[t.id]; ok {
		return val{}, err
	}
	v, err := e.compute(t)
	if err == nil {
		e.memo[t.id] = v
		return v, nil
	}
	if e.fails == nil {
		e.fails = map[uint32]error{}
	}
	e.fails[t.id] = err
	return val{}, err
}

// variable returns the value of a Var.
func (e *evaluator) variable(t *Term) (val, error) {
	if v, ok := e.bound[t]; ok {
		return v, nil
	}
	if t.sort.Kind == Array {
		return val{arr: &arrayRef{e, t}}, nil
	}
	if k, ok := e.m.Vars[t.name]; ok {
		if k.sort != t.sort || k.op != Const {
			return val{}, fmt.Errorf("term: model has a value of sort %v for %s of sort %v", k.sort, t.name, t.sort)
		}
		return constVal(k), nil
	}
	return zeroVal(t.sort), nil
}

// zeroVal returns the value zero of a scalar sort.
func zeroVal(s Sort) val {
	if s.Kind == BV && s.Bits > 64 {
		return val{big: pow2(0).SetInt64(0)}
	}
	return val{}
}

// Zero returns the term with the value zero of sort s: false, 0, +0, or the array of zeros.
func (c *Ctx) Zero(s Sort) *Term {
	if s.Kind == Array {
		return c.ConstArray(s.Index.Sort(), c.Zero(s.Elem.Sort()))
	}
	return c.literal(s, zeroVal(s))
}

// compute returns the value of a term that is not cached.
func (e *evaluator) compute(t *Term) (val, error) {
	switch t.op {
	case And, Or:
		// If an operand decides the value, the others may be unspecified.
		unit := boolVal(t.op == And)
		var fail error
		for _, a := range t.args {
			v, err := e.eval(a)
			if err != nil {
				fail = err
			} else if v.w != unit.w {
				return v, nil
			}
		}
		return unit, fail
	case Ite:
		k, err := e.eval(t.args[0])
		if err != nil {
			return k, err
		}
		return e.eval(t.args[2-k.w])
	case Select:
		a, err := e.eval(t.args[0])
		if err != nil {
			return a, err
		}
		i, err := e.eval(t.args[1])
		if err != nil {
			return i, err
		}
		return a.arr.at(i)
	case Forall, Exists:
		return e.quantifier(t)
	case App:
		vals, err := e.all(t.args)
		if err != nil {
			return val{}, err
		}
		if f := e.m.Funcs[t.name]; f != nil {
			return e.call(f, t.sort, vals)
		}
		if t.sort.Kind == Array {
			return val{arr: &arrayRef{e, e.c.Zero(t.sort)}}, nil
		}
		return zeroVal(t.sort), nil
	case Eq:
		if t.args[0].sort.Kind == Array {
			return e.equalArrays(t)
		}
	}
	var buf [4]val
	vals := buf[:0]
	for _, a := range t.args {
		v, err := e.eval(a)
		if err != nil {
			return v, err
		}
		vals = append(vals, v)
	}
	v, ok := apply(t, vals)
	if !ok {
		return v, ErrUnspecified
	}
	return v, nil
}

// all returns the values of ts.
func (e *evaluator) all(ts []*Term) ([]val, error) {
	vals := make([]val, len(ts))
	for i, a := range ts {
		v, err := e.eval(a)
		if err != nil {
			return nil, err
		}
		vals[i] = v
	}
	return vals, nil
}

// call returns the value of f on vals, of sort s. The functions of a model may call each other, but not recursively.
func (e *evaluator) call(f *Func, s Sort, vals []val) (val, error) {
	if len(f.Params) != len(vals) || f.Body.sort != s || e.depth > 1000 {
		return val{}, fmt.Errorf("term: model has no proper meaning for a function of sort %v", s)
	}
	in := &evaluator{c: e.c, m: e.m, memo: map[uint32]val{}, bound: map[*Term]val{}, depth: e.depth + 1}
	for i, p := range f.Params {
		in.bound[p] = vals[i]
	}
	return in.eval(f.Body)
}

// quantifier evaluates a quantifier by trying all values of its variables.
func (e *evaluator) quantifier(t *Term) (val, error) {
	n := len(t.args) - 1
	total := 0
	for _, v := range t.args[:n] {
		total += scalarBits(v.sort.Scalar)
	}
	if total > 16 {
		return val{}, ErrQuantifier
	}
	unit := boolVal(t.op == Forall)
	var fail error
	for k := uint64(0); k < 1<<total; k++ {
		in := &evaluator{c: e.c, m: e.m, memo: map[uint32]val{}, bound: map[*Term]val{}, depth: e.depth}
		for v, x := range e.bound {
			in.bound[v] = x
		}
		rest := k
		for _, v := range t.args[:n] {
			b := scalarBits(v.sort.Scalar)
			in.bound[v] = val{w: rest & (1<<b - 1)}
			rest >>= b
		}
		v, err := in.eval(t.args[n])
		if err != nil {
			fail = err
		} else if v.w != unit.w {
			return v, nil
		}
	}
	return unit, fail
}

// scalarBits returns b if the values of a sort can be numbered with b bits, and a large number for Int and FP.
func scalarBits(s Scalar) int {
	switch s.Kind {
	case Bool:
		return 1
	case BV:
		return int(s.Bits)
	}
	return 1 << 20
}

// at returns the element at index i. It passes stores at other indices.
func (a *arrayRef) at(i val) (val, error) {
	e, t := a.in, a.t
	for {
		switch t.op {
		case Store:
			j, err := e.eval(t.args[1])
			if err != nil {
				return j, err
			}
			if equalVals(i, j) {
				return e.eval(t.args[2])
			}
			t = t.args[0]
		case ConstArray:
			return e.eval(t.args[0])
		case Ite:
			k, err := e.eval(t.args[0])
			if err != nil {
				return k, err
			}
			t = t.args[2-k.w]
		case Var:
			if v, ok := e.bound[t]; ok {
				e, t = v.arr.in, v.arr.t
				continue
			}
			if k, ok := e.m.Vars[t.name]; ok && k.sort == t.sort && k.op != Var {
				t = k
				continue
			}
			if f := e.m.Arrays[t.name]; f != nil {
				return e.call(f, t.sort.Elem.Sort(), []val{i})
			}
			return zeroVal(t.sort.Elem.Sort()), nil
		default: // App
			v, err := e.eval(t)
			if err != nil {
				return v, err
			}
			e, t = v.arr.in, v.arr.t
		}
	}
}

// entries evaluates the array completely.
func (a *arrayRef) entries() (*flatArray, error) {
	type entry struct{ i, v val }
	e, t := a.in, a.t
	var stores []entry
	for {
		var rest val
		var err error
		switch t.op {
		case Store:
			i, err := e.eval(t.args[1])
			if err != nil {
				return nil, err
			}
			v, err := e.eval(t.args[2])
			if err != nil {
				return nil, err
			}
			stores = append(stores, entry{i, v})
			t = t.args[0]
			continue
		case Ite:
			k, err := e.eval(t.args[0])
			if err != nil {
				return nil, err
			}
			t = t.args[2-k.w]
			continue
		case ConstArray:
			rest, err = e.eval(t.args[0])
		case Var:
			if v, ok := e.bound[t]; ok {
				e, t = v.arr.in, v.arr.t
				continue
			}
			if k, ok := e.m.Vars[t.name]; ok && k.sort == t.sort && k.op != Var {
				t = k
				continue
			}
			if e.m.Arrays[t.name] != nil {
				return nil, ErrQuantifier
			}
			rest = zeroVal(t.sort.Elem.Sort())
		default:
			v, err := e.eval(t)
			if err != nil {
				return nil, err
			}
			e, t = v.arr.in, v.arr.t
			continue
		}
		if err != nil {
			return nil, err
		}
		f := &flatArray{rest: rest, at: map[string]int{}}
		for _, s := range slices.Backward(stores) {
			f.set(s.i, s.v)
		}
		return f, nil
	}
}

// equalArrays evaluates an equality of arrays.
func (e *evaluator) equalArrays(t *Term) (val, error) {
	var out [2]*Term
	for i, a := range t.args {
		v, err := e.eval(a)
		if err != nil {
			return v, err
		}
		if out[i], err = e.c.arrayTerm(a.sort, v.arr); err != nil {
			return v, err
		}
	}
	return boolVal(out[0] == out[1]), nil
}
