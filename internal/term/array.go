package term

import (
	"slices"
	"strconv"
)

// flatArray is the value of an array: a default and finitely many entries.
type flatArray struct {
	rest val            // the default: the element at all other indices
	at   map[string]int // by val.key of an index: its position in keys and vals
	keys []val          // the indices
	vals []val          // their elements
}

// key returns a text that identifies a scalar value among the values of its sort.
func (v val) key() string {
	if v.big != nil {
		return "b" + v.big.Text(62)
	}
	return strconv.FormatUint(v.w, 36)
}

// set sets the element at i to v.
func (f *flatArray) set(i, v val) {
	k := i.key()
	if n, ok := f.at[k]; ok {
		f.vals[n] = v
		return
	}
	f.at[k] = len(f.keys)
	f.keys = append(f.keys, i)
	f.vals = append(f.vals, v)
}

// normal makes the default of an array of sort s unique, so that equal arrays become equal terms. If at least half of
// the indices have entries, it chooses the most frequent element as the default; if there are several, the smallest.
// Otherwise the default is unique already, and stays.
func (f *flatArray) normal(s Sort) {
	b := scalarBits(s.Index)
	if b > 30 || len(f.keys)*2 < 1<<b {
		return
	}
	count := map[string]int{f.rest.key(): 1<<b - len(f.keys)}
	for _, v := range f.vals {
		count[v.key()]++
	}
	best := f.rest
	for _, v := range f.vals {
		if n, m := count[v.key()], count[best.key()]; n > m || n == m && lessVals(s.Elem, v, best) {
			best = v
		}
	}
	if equalVals(best, f.rest) {
		return
	}
	old := f.rest
	f.rest = best
	for i := uint64(0); i < 1<<b; i++ {
		if _, ok := f.at[(val{w: i}).key()]; !ok {
			f.set(val{w: i}, old)
		}
	}
}

// lessVals reports whether x is less than y in a total order on the values of sort s.
func lessVals(s Scalar, x, y val) bool {
	switch {
	case s.Kind == Int:
		return x.int().Cmp(y.int()) < 0
	case x.big != nil || y.big != nil:
		return x.unsigned().Cmp(y.unsigned()) < 0
	}
	return x.w < y.w
}

// arrayTerm returns the array as a term in normal form.
func (c *Ctx) arrayTerm(s Sort, a *arrayRef) (*Term, error) {
	f, err := a.entries()
	if err != nil {
		return nil, err
	}
	f.normal(s)
	order := make([]int, 0, len(f.keys))
	for i := range f.keys {
		if !equalVals(f.vals[i], f.rest) {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int {
		if lessVals(s.Index, f.keys[i], f.keys[j]) {
			return -1
		}
		return 1
	})
	t := c.node(Term{op: ConstArray, sort: s, args: []*Term{c.literal(s.Elem.Sort(), f.rest)}})
	for _, i := range order {
		t = c.node(Term{op: Store, sort: s, args: []*Term{t, c.literal(s.Index.Sort(), f.keys[i]),
			c.literal(s.Elem.Sort(), f.vals[i])}})
	}
	return t, nil
}
