package automata

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
)

// randomNested is an automaton of nested words of up to n states.
func randomNested(rng *rand.Rand, sigma *Alphabet[string], n int) *Nested[string] {
	b := NewNestedBuilder(sigma)
	n = 1 + rng.Intn(n)
	for s := range n {
		b.State(s == 0 || rng.Intn(4) == 0, rng.Intn(3) == 0)
	}
	l := func() int { return rng.Intn(sigma.Len()) }
	for range 1 + rng.Intn(n+1) {
		b.Internal(rng.Intn(n), l(), rng.Intn(n))
	}
	for range 1 + rng.Intn(2*n) {
		b.Call(rng.Intn(n), l(), rng.Intn(n))
	}
	for range 1 + rng.Intn(n*n) {
		b.Return(rng.Intn(n), rng.Intn(n), l(), rng.Intn(n))
	}
	return b.Build()
}

// nestedLanguage tells of all nested words up to a length, in one order for all automata, whether the automaton accepts
// them: by the states with the callers below them that a word leads to.
func nestedLanguage(a *Nested[string], length int) (out []bool) {
	letters := a.Alphabet.Len()
	var count func(depth, left int) int // of words that go on
	known := map[[2]int]int{}
	count = func(depth, left int) int {
		if left < 0 {
			return 0
		}
		n, is := known[[2]int{depth, left}]
		if !is {
			n = 1 + letters*(count(depth, left-1)+count(depth+1, left-1))
			if depth > 0 {
				n += letters * count(depth-1, left-1)
			}
			known[[2]int{depth, left}] = n
		}
		return n
	}
	var rec func(set []string, depth, left int)
	rec = func(set []string, depth, left int) {
		if left < 0 {
			return
		}
		if len(set) == 0 {
			out = append(out, make([]bool, count(depth, left))...)
			return
		}
		out = append(out, slices.ContainsFunc(set, func(c string) bool { return a.final[c[len(c)-1]] }))
		if left == 0 {
			return
		}
		for l := range letters {
			var next [3][]string
			for _, c := range set {
				below, s := c[:len(c)-1], int(c[len(c)-1])
				for _, m := range a.internal[s] {
					if m.Letter == l {
						next[Internal] = append(next[Internal], below+string([]byte{byte(m.To)}))
					}
				}
				for _, m := range a.call[s] {
					if m.Letter == l {
						next[Call] = append(next[Call], c+string([]byte{byte(m.To)}))
					}
				}
				if below == "" {
					continue
				}
				caller := int(below[len(below)-1])
				for _, m := range a.back[s] {
					if m.Letter == l && m.Caller == caller {
						next[Return] = append(next[Return], below[:len(below)-1]+string([]byte{byte(m.To)}))
					}
				}
			}
			for k := range next {
				slices.Sort(next[k])
				next[k] = slices.Compact(next[k])
			}
			rec(next[Internal], depth, left-1)
			rec(next[Call], depth+1, left-1)
			if depth > 0 {
				rec(next[Return], depth-1, left-1)
			}
		}
	}
	var set []string
	for _, s := range a.initial {
		set = append(set, string([]byte{byte(s)}))
	}
	rec(set, 0, length)
	return out
}

// sampleNested is the i-th random case.
func sampleNested(rng *rand.Rand, i int) (a, b *Nested[string]) {
	sigma := NewAlphabet([]string{"a", "b"}[:1+(i%20)/19]...)
	return randomNested(rng, sigma, 4), randomNested(rng, sigma, 3)
}

// anything accepts all nested words.
func anything(sigma *Alphabet[string]) *Nested[string] {
	b := NewNestedBuilder(sigma)
	b.State(true, true)
	for l := range sigma.Len() {
		b.Internal(0, l, 0)
		b.Call(0, l, 0)
		b.Return(0, 0, l, 0)
	}
	return b.Build()
}

// determinised is an automaton without what nobody reaches or leaves.
func determinised(a *Nested[string]) *Nested[string] {
	d, _ := IntersectNested(anything(a.Alphabet), FixedNested(a))
	return d.Nested
}

// Every operation on random automata of nested words: what its check says, and all short words.
func TestNestedOperations(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	empty, put, both, large := 0, 0, 0, 0
	n, length := cases(400, 10000, 5, 6)
	for i := range n {
		a, b := sampleNested(rng, i)
		da := determinised(b)
		fixed, again := FixedNested(b), FixedNested(b)
		less, ok := SubtractNested(a, fixed)
		meet, ok2 := IntersectNested(a, again)
		if !ok || !ok2 || !da.Deterministic() {
			t.Fatalf("case %d: an explicit automaton has no time, or %v\n%v", i, da, a)
		}
		either := UnionNested(a, b)
		trimmed, was := TrimNested(a)
		colours := make([]int, da.Len())
		for s := range colours {
			colours[s] = rng.Intn(2)
		}
		colour := func(s int) int { return colours[s] }
		m, mc := MinimiseNested(da, nil), MinimiseNested(da, colour)
		if len(fixed.(*fixedNested[string]).sets) > 30 || da.Len() > 30 { // the checks take too long
			large++
			continue
		}
		for what, err := range map[string]error{
			"subtract": less.CheckSubtract(a, fixed), "intersect": meet.CheckIntersect(a, again),
			"trim":     CheckTrimNested(a, trimmed, was),
			"minimise": m.Check(da, nil), "coloured": mc.Check(da, colour),
		} {
			if err != nil {
				t.Fatalf("case %d, %s: %v\n%v%v", i, what, err, a, b)
			}
		}
		x, y := nestedLanguage(a, length), nestedLanguage(b, length)
		for what, c := range map[string]struct {
			a    *Nested[string]
			word func(int) bool
		}{
			"determinise": {da, func(w int) bool { return y[w] }}, "minimise": {m.Nested, func(w int) bool { return y[w] }},
			"coloured": {mc.Nested, func(w int) bool { return y[w] }}, "trim": {trimmed, func(w int) bool { return x[w] }},
			"intersect": {meet.Nested, func(w int) bool { return x[w] && y[w] }},
			"union":     {either, func(w int) bool { return x[w] || y[w] }},
			"subtract":  {less.Nested, func(w int) bool { return x[w] && !y[w] }},
		} {
			for w, got := range nestedLanguage(c.a, length) {
				if got != c.word(w) {
					t.Fatalf("case %d, %s: word %d: %v\n%v%v", i, what, w, got, a, b)
				}
			}
		}
		if slices.Contains(x, true) != (trimmed.Len() > 0) && trimmed.Len() == 0 {
			t.Fatalf("case %d: all is gone\n%v", i, a)
		}
		if trimmed.Len() == 0 {
			empty++
		}
		if m.Len() < da.Len() {
			put++
		}
		if less.Len() > 0 && meet.Len() > 0 {
			both++
		}
	}
	if empty > n/2 || put < n/20 || both < n/20 || large > n/10 {
		t.Errorf("the cases are lopsided: %d empty, states put together in %d, %d with words of both sides, %d large", empty,
			put, both, large)
	}
}

// Runs of random automata of nested words: they are there if there is a word, and none is better than the one that is
// found.
func TestNestedFind(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	found, returns := 0, 0
	n, length := cases(400, 10000, 5, 6)
	for i := range n {
		a, _ := sampleNested(rng, i)
		weight := func(from, caller int, s Symbol, to int) int {
			return (from*7 + caller*11 + int(s.Kind)*3 + s.Letter*5 + to*3 + 20) % 5
		}
		short := slices.Contains(nestedLanguage(a, length), true)
		for _, o := range []Order{Shortest, Depth, Weighted} {
			r, is := FindNested(a, o, weight)
			if err := CheckRunNested(a, o, weight, r, is); err != nil {
				t.Fatalf("case %d, order %d: %v: %v\n%v", i, o, r, err, a)
			}
			if is && !a.Accepts(r.Word) || short && !is || o == Shortest && is && short != (len(r.Word) <= length) {
				t.Fatalf("case %d, order %d: %v, %v\n%v", i, o, r, is, a)
			}
			if is {
				found++
				if slices.ContainsFunc(r.Begin, func(n int) bool { return n != None }) {
					returns++
				}
			}
		}
	}
	if found < n || returns < n/40 {
		t.Errorf("the cases are lopsided: %d runs, %d with returns", found, returns)
	}
}

// zeros counts letters with number 0; from two on all is accepted. It may be asked only what is of use, and so often.
type zeros struct {
	t    *testing.T
	left int
}

func (z *zeros) ask(s, letter int) (int, bool) {
	if s == None || z.Sink(s) {
		z.t.Errorf("state %d is asked for letter %d", s, letter)
	}
	z.left--
	if letter == 0 {
		s++
	}
	return s, z.left >= 0
}

func (z *zeros) Start() int                               { return 0 }
func (z *zeros) Internal(s, letter int) (int, bool)       { return z.ask(s, letter) }
func (z *zeros) Call(s, letter int) (int, bool)           { return z.ask(s, letter) }
func (z *zeros) Return(s, caller, letter int) (int, bool) { return z.ask(max(s, caller), letter) }
func (z *zeros) Final(s int) bool                         { return s >= 2 }
func (z *zeros) Sink(s int) bool                          { return s >= 2 }

// Where all is taken away nothing is asked any more, behind calls too; without time there is no difference.
func TestNestedAsks(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	sigma := NewAlphabet("a", "b")
	stopped := 0
	for i := range 200 {
		a := randomNested(rng, sigma, 4)
		p, ok := SubtractNested(a, &zeros{t, 1 << 20})
		if !ok {
			t.Fatal("no time")
		}
		if err := p.CheckSubtract(a, &zeros{t, 1 << 20}); err != nil {
			t.Fatalf("case %d: %v\n%v", i, err, a)
		}
		w, got, x := 0, nestedLanguage(p.Nested, 5), nestedLanguage(a, 5)
		nestedWords(2, 5, func(word []Symbol) {
			n := 0
			for _, s := range word {
				if s.Letter == 0 {
					n++
				}
			}
			if got[w] != (x[w] && n < 2) {
				t.Fatalf("case %d: %v: %v\n%v", i, word, got[w], a)
			}
			w++
		})
		if _, ok := SubtractNested(a, &zeros{t, 3}); !ok {
			stopped++
		}
	}
	if stopped < 20 {
		t.Errorf("%d differences have no time", stopped)
	}
}

// nestedWords calls f with the words of nestedLanguage, in its order.
func nestedWords(letters, length int, f func([]Symbol)) {
	var rec func(word []Symbol, depth int)
	rec = func(word []Symbol, depth int) {
		f(word)
		if len(word) == length {
			return
		}
		for l := range letters {
			rec(append(word, Symbol{Internal, l}), depth)
			rec(append(word, Symbol{Call, l}), depth+1)
			if depth > 0 {
				rec(append(word, Symbol{Return, l}), depth-1)
			}
		}
	}
	rec(nil, 0)
}

// Accepts says the same as the words of all stacks.
func TestNestedAccepts(t *testing.T) {
	rng := rand.New(rand.NewSource(4))
	for i := range 100 {
		a, _ := sampleNested(rng, i)
		w, want := 0, nestedLanguage(a, 4)
		nestedWords(a.Alphabet.Len(), 4, func(word []Symbol) {
			if a.Accepts(word) != want[w] {
				t.Fatalf("%v: not %v\n%v", word, want[w], a)
			}
			w++
		})
	}
	if anything(ab).Accepts([]Symbol{{Return, 0}}) {
		t.Error("a return without a call")
	}
}

// mutateNested changes something in an automaton. It is nil if there is nothing to change.
func mutateNested(rng *rand.Rand, a *Nested[string]) *Nested[string] {
	b := NewNestedBuilder(a.Alphabet)
	flip := None
	what := rng.Intn(6)
	if what == 0 {
		flip = rng.Intn(a.Len())
	}
	for s := range a.Len() {
		b.State(slices.Contains(a.initial, s), a.final[s] != (s == flip))
	}
	for s := range a.Len() {
		b.a.internal[s], b.a.call[s], b.a.back[s] = slices.Clone(a.internal[s]), slices.Clone(a.call[s]),
			slices.Clone(a.back[s])
	}
	s, l := rng.Intn(a.Len()), rng.Intn(a.Alphabet.Len())
	lists := []*[]Move{nil, &b.a.internal[s], &b.a.call[s]}
	switch what {
	case 1, 2:
		list := lists[what]
		if len(*list) == 0 {
			return nil
		}
		k := rng.Intn(len(*list))
		*list = slices.Delete(*list, k, k+1)
	case 3:
		if len(b.a.back[s]) == 0 {
			return nil
		}
		k := rng.Intn(len(b.a.back[s]))
		b.a.back[s] = slices.Delete(b.a.back[s], k, k+1)
	case 4:
		list := lists[1+rng.Intn(2)]
		if slices.ContainsFunc(*list, func(m Move) bool { return m.Letter == l }) {
			return nil
		}
		*list = append(*list, Move{l, rng.Intn(a.Len())})
	case 5:
		m := ReturnMove{rng.Intn(a.Len()), l, rng.Intn(a.Len())}
		if slices.ContainsFunc(b.a.back[s], func(n ReturnMove) bool { return n.Caller == m.Caller && n.Letter == l }) {
			return nil
		}
		b.a.back[s] = append(b.a.back[s], m)
	}
	return b.Build()
}

// What is wrong in a result is found by its check.
func TestNestedChecksFind(t *testing.T) {
	rng := rand.New(rand.NewSource(5))
	tried, found := map[string]int{}, map[string]int{}
	wrong := func(what string, a *Nested[string], always bool, check func(*Nested[string]) error) {
		if a.Len() == 0 {
			return
		}
		m := mutateNested(rng, a)
		if m == nil || !always && slices.Equal(nestedLanguage(a, 6), nestedLanguage(m, 6)) {
			return
		}
		tried[what]++
		if check(m) != nil {
			found[what]++
		}
	}
	for i := range 800 {
		a, b := sampleNested(rng, i)
		d, e := FixedNested(b), FixedNested(b)
		less, _ := SubtractNested(a, d)
		if len(d.(*fixedNested[string]).sets) > 10 { // the checks take too long
			continue
		}
		wrong("subtract", less.Nested, true,
			func(m *Nested[string]) error { return (&NestedPairs[string]{m, less.Pair}).CheckSubtract(a, d) })
		meet, _ := IntersectNested(a, e)
		wrong("intersect", meet.Nested, true,
			func(m *Nested[string]) error { return (&NestedPairs[string]{m, meet.Pair}).CheckIntersect(a, e) })
		trimmed, was := TrimNested(a)
		wrong("trim", trimmed, true, func(m *Nested[string]) error { return CheckTrimNested(a, m, was) })
		da := determinised(b)
		c := MinimiseNested(da, nil)
		// A return to a caller that is never met may be there or not.
		wrong("minimise", c.Nested, false,
			func(m *Nested[string]) error { return (&NestedClasses[string]{m, c.Class}).Check(da, nil) })
		if r, is := FindNested(a, Shortest, nil); is && len(r.Word) > 0 {
			tried["run"]++
			r.States[rng.Intn(len(r.States))] = a.Len()
			if CheckRunNested(a, Shortest, nil, r, true) != nil {
				found["run"]++
			}
			tried["no run"]++
			if CheckRunNested(a, Shortest, nil, NestedRun{}, false) != nil {
				found["no run"]++
			}
		}
	}
	for what, n := range tried {
		if found[what] != n || n < 40 {
			t.Errorf("%s: %d of %d found", what, found[what], n)
		}
	}
}

// twoCalls is a program with a function that is called from two places, and has a loop.
const twoCalls = `
initial 0
final 5
0 call f 1
1 loop 1
1 return 0 f 2
2 call f 1
1 return 2 f 3
3 x 5
`

func TestNestedText(t *testing.T) {
	sigma := NewAlphabet("f", "loop", "x", "call", "a b")
	a, err := ParseNested(sigma, twoCalls)
	if err != nil {
		t.Fatal(err)
	}
	r, found := FindNested(a, Shortest, nil)
	if want := "[0 1 2 1 3 5] [{1 0} {2 0} {1 0} {2 0} {0 2}] [-1 0 -1 2 -1]"; !found ||
		fmt.Sprint(r.States, r.Word, r.Begin) != want {
		t.Errorf("%v, %v, not %s", found, r, want)
	}
	if again, err := ParseNested(sigma, a.String()); err != nil || again.String() != a.String() {
		t.Errorf("%v: %v, again %v", err, a, again)
	}
	for text, want := range map[string]string{
		"0 call f g 1":    `is no statement`,
		"0 return f 1":    `is no statement`,
		"0 return x f 1":  `"x" is no state`,
		"0 call call 1\n": "",
		"0 \"a b\" 1":     "",
	} {
		if _, err := ParseNested(sigma, text); (err != nil) != (want != "") || err != nil &&
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %q", text, err, want)
		}
	}
	if _, err := Parse(sigma, "0 call f 1"); err == nil {
		t.Error("a call in an automaton of words without nesting")
	}
	dot := a.Dot(nil, func(l string) string { return l })
	for _, want := range []string{`n0 [label="0\nstart"];`, `n5 [label="5\naccepts"];`, `n0 -> n1 [label="call f"];`,
		`n1 -> n2 [style=dashed,label="return to 0 f"];`} {
		if !strings.Contains(dot, want) {
			t.Errorf("no %s in\n%s", want, dot)
		}
	}
}

func FuzzParseNested(f *testing.F) {
	f.Add(strings.NewReplacer("f", "a", "loop", "b", "x", "a").Replace("initial 0\n0 call f 1\n1 return 0 f 2\n2 x 0\n"))
	f.Fuzz(func(t *testing.T, text string) {
		a, err := ParseNested(ab, text)
		if err != nil {
			return
		}
		again, err := ParseNested(ab, a.String())
		if err != nil || again.String() != a.String() {
			t.Errorf("%v: %s\nagain %v", err, a, again)
		}
	})
}
