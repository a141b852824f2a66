package automata

import (
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"
)

var ab = NewAlphabet("a", "b")

// parse reads an automaton over a and b.
func parse(t *testing.T, text string) *Automaton[string] {
	t.Helper()
	a, err := Parse(ab, text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestText(t *testing.T) {
	for _, text := range []string{
		"initial 0\nfinal 1\n0 a 0\n0 a 1\n0 b 0\n",
		"initial\nfinal\n",
		"initial 1\nfinal 0\nstates 5\n",
		"initial 0 2\nfinal 1\n2 b 1\n",
	} {
		if got := parse(t, text).String(); got != text {
			t.Errorf("%q is printed as %q", text, got)
		}
	}
	sigma := NewAlphabet("x > 0", "", "//", "final", "\"")
	b := NewBuilder(sigma)
	b.State(true, false)
	for l := range sigma.Len() {
		b.Move(0, l, 0)
	}
	a := b.Build()
	again, err := Parse(sigma, a.String())
	if err != nil || again.String() != a.String() {
		t.Errorf("%v: %v, again %v", err, a, again)
	}
	for text, want := range map[string]string{
		"initial 0\n0 c 1":   `line 2: "c" is no letter`,
		"0 a":                `line 1: "0 a" is no statement`,
		"final x":            `line 1: "x" is no state`,
		"final -1":           `"-1" is no state`,
		"0 \"a 1":            `a quote does not end`,
		"states 99999999999": `is no number of states`,
	} {
		if _, err := Parse(ab, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %q", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("initial 0\nfinal 1\n0 a 0 // loop\n0 \"b\" 1\n")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := Parse(ab, text)
		if err != nil {
			return
		}
		again, err := Parse(ab, a.String())
		if err != nil || again.String() != a.String() {
			t.Errorf("%v: %s\nagain %v", err, a, again)
		}
	})
}

// random is an automaton of up to n states with about two moves each.
func random(rng *rand.Rand, sigma *Alphabet[string], n int) *Automaton[string] {
	b := NewBuilder(sigma)
	n = 1 + rng.Intn(n)
	for range n {
		b.State(rng.Intn(4) == 0, rng.Intn(4) == 0)
	}
	for range rng.Intn(3*n + 1) {
		b.Move(rng.Intn(n), rng.Intn(sigma.Len()), rng.Intn(n))
	}
	return b.Build()
}

// language tells of all words up to a length, in one order for all automata, whether the automaton accepts them.
func language(a *Automaton[string], length int) (out []bool) {
	var rec func(set []int, left int)
	rec = func(set []int, left int) {
		out = append(out, a.anyFinal(set))
		for l := 0; left > 0 && l < a.Alphabet.Len(); l++ {
			rec(a.post(set, l), left-1)
		}
	}
	rec(a.initial, length)
	return out
}

// cases are the random cases of a test, and how long its words are: more of both if there is time.
func cases(few, many, short, long int) (n, length int) {
	if os.Getenv("TANDEM_LONG") != "" {
		return many, long
	}
	return few, short
}

// sample is the i-th random case: two automata over one to three letters.
func sample(rng *rand.Rand, i int) (a, b *Automaton[string]) {
	sigma := NewAlphabet([]string{"a", "b", "c"}[:[]int{2, 1, 2, 1, 2, 1, 2, 1, 2, 3}[i%10]]...)
	return random(rng, sigma, 6), random(rng, sigma, 6)
}

// Every operation on random automata: what its check says, and all short words.
func TestOperations(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	included, empty := 0, 0
	n, length := cases(1000, 10000, 6, 8)
	for i := range n {
		a, b := sample(rng, i)
		da, db := Determinise(a), Determinise(b)
		both, less := Intersect(a, b), Difference(a, db.Automaton)
		fixed := Fixed(b)
		lazy, ok := Subtract(a, fixed)
		either := Union(a, b)
		trimmed, was := Trim(a)
		colours := make([]int, da.Len())
		for s := range colours {
			colours[s] = rng.Intn(2)
		}
		colour := func(s int) int { return colours[s] }
		m, mc := Minimise(da.Automaton, nil), Minimise(da.Automaton, colour)
		e, in := Empty(a), Included(a, b)
		of := make([]int, mc.Len())
		for s, k := range mc.Class {
			if k != None {
				of[k] = colours[s]
			}
		}
		if !ok {
			t.Fatal("an explicit automaton has no time")
		}
		for what, err := range map[string]error{
			"determinise": da.Check(a), "intersect": CheckIntersect(a, b, both), "difference": CheckDifference(a, db.Automaton,
				less),
			"subtract": lazy.CheckSubtract(a, fixed), "union": CheckUnion(either, a, b), "trim": CheckTrim(a, trimmed, was),
			"minimise": m.Check(da.Automaton, nil), "minimal": CheckMinimal(m.Automaton, nil),
			"coloured": mc.Check(da.Automaton, colour), "coloured minimal": CheckMinimal(mc.Automaton,
				func(k int) int { return of[k] }),
			"empty": CheckEmpty(a, e), "included": CheckIncluded(a, b, in),
		} {
			if err != nil {
				t.Fatalf("case %d, %s: %v\n%v%v", i, what, err, a, b)
			}
		}
		x, y := language(a, length), language(b, length)
		for what, c := range map[string]struct {
			a    *Automaton[string]
			word func(int) bool
		}{
			"determinise": {da.Automaton, func(w int) bool { return x[w] }},
			"minimise":    {m.Automaton, func(w int) bool { return x[w] }},
			"coloured":    {mc.Automaton, func(w int) bool { return x[w] }}, "trim": {trimmed, func(w int) bool { return x[w] }},
			"intersect":  {both.Automaton, func(w int) bool { return x[w] && y[w] }},
			"union":      {either, func(w int) bool { return x[w] || y[w] }},
			"difference": {less.Automaton, func(w int) bool { return x[w] && !y[w] }},
			"subtract":   {lazy.Automaton, func(w int) bool { return x[w] && !y[w] }},
		} {
			for w, got := range language(c.a, length) {
				if got != c.word(w) {
					t.Fatalf("case %d, %s: word %d: %v\n%v%v", i, what, w, got, a, b)
				}
			}
		}
		counter, accepted := false, false
		for w := range x {
			counter, accepted = counter || x[w] && !y[w], accepted || x[w]
		}
		if counter && in.Included || accepted == e.Empty { // six states: a shortest word has at most five letters
			t.Fatalf("case %d: included %v, empty %v (word %v)\n%v%v", i, in.Included, e.Empty, e.Word, a, b)
		}
		if in.Included != (lazy.Len() == 0) {
			t.Fatalf("case %d: inclusion and difference disagree\n%v%v", i, a, b)
		}
		if in.Included && !e.Empty {
			included++
		}
		if e.Empty {
			empty++
		}
	}
	if included < n/60 || empty < n/10 || empty > n*9/10 {
		t.Errorf("the cases are lopsided: %d included, %d empty", included, empty)
	}
}

// Runs of random automata: they are there if there is a word, and none is better than the one that is found.
func TestFind(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	differ := 0
	n, _ := cases(1000, 10000, 0, 0)
	for i := range n {
		a, _ := sample(rng, i)
		weight := func(from int, m Move) int { return (from*7 + m.Letter*5 + m.To*3) % 5 }
		var runs [3]Run
		for _, o := range []Order{Shortest, Depth, Weighted} {
			r, found := Find(a, o, weight)
			if err := CheckRun(a, o, weight, r, found); err != nil {
				t.Fatalf("case %d, order %d: %v: %v\n%v", i, o, r, err, a)
			}
			if found && !a.Accepts(r.Word) {
				t.Fatalf("case %d, order %d: %v is not accepted\n%v", i, o, r, a)
			}
			runs[o] = r
		}
		if len(runs[Depth].Word) != len(runs[Shortest].Word) || len(runs[Weighted].Word) != len(runs[Shortest].Word) {
			differ++
		}
		plain, _ := Find(a, Weighted, nil)
		if len(plain.Word) != len(runs[Shortest].Word) {
			t.Fatalf("case %d: %v and %v, all letters weigh the same\n%v", i, plain, runs[Shortest], a)
		}
	}
	if differ < n/100 {
		t.Errorf("the orders find the same: only %d cases differ", differ)
	}
}

// strict is an automaton that may be asked only what is of use, and so often.
type strict struct {
	Lazy
	t    *testing.T
	left int
}

func (s *strict) Next(state, letter int) (int, bool) {
	if state == None || s.Sink(state) {
		s.t.Errorf("state %d is asked for letter %d", state, letter)
	}
	s.left--
	if s.left < 0 {
		return None, false
	}
	return s.Lazy.Next(state, letter)
}

// What is taken away is asked only where a word of the first may go on to be accepted, and where not all are taken
// away; when it has no time any more, there is no difference.
func TestAsks(t *testing.T) {
	a := parse(t, "initial 0\nfinal 2\n0 a 1\n0 b 3\n1 b 2\n2 a 2\n3 a 3\n") // 3 is a dead end
	d := parse(t, "initial 0\nfinal 1\n0 a 0\n0 b 1\n1 a 1\n1 b 1\n")        // with a b
	s := &strict{Fixed(d), t, 2}                                             // for a in 0, b in 0: then all is accepted
	if p, ok := Subtract(a, s); !ok || p.Len() != 0 || s.left != 0 {
		t.Errorf("%v, %v, %d questions left", ok, p, s.left)
	}
	if _, ok := Subtract(a, &strict{Fixed(d), t, 1}); ok {
		t.Error("a difference without time")
	}
	rng := rand.New(rand.NewSource(4))
	for i := range 300 {
		a, b := sample(rng, i)
		s := &strict{Fixed(b), t, 1 << 20}
		if p, ok := Subtract(a, s); !ok {
			t.Fatal("no time")
		} else if err := p.CheckSubtract(a, s.Lazy); err != nil {
			t.Error(err)
		}
	}
}

// mutate changes something in an automaton: a move less or more, a final state turned. It is nil if there is nothing to
// change.
func mutate(rng *rand.Rand, a *Automaton[string]) *Automaton[string] {
	s := rng.Intn(a.Len())
	flip, drop, add := None, None, None
	switch rng.Intn(3) {
	case 0:
		flip = s
	case 1:
		if len(a.Moves(s)) == 0 {
			return nil
		}
		drop = rng.Intn(len(a.Moves(s)))
	case 2:
		if add = rng.Intn(a.Alphabet.Len()); len(a.On(s, add)) > 0 {
			return nil
		}
	}
	b := NewBuilder(a.Alphabet)
	for t := range a.Len() {
		b.State(slices.Contains(a.initial, t), a.final[t] != (t == flip))
	}
	for t := range a.Len() {
		for i, m := range a.Moves(t) {
			if t != s || i != drop {
				b.Move(t, m.Letter, m.To)
			}
		}
	}
	if add != None {
		b.Move(s, add, rng.Intn(a.Len()))
	}
	return b.Build()
}

// without is an automaton of pairs without one of its states.
func without(p *Pairs[string], gone int) *Pairs[string] {
	out, b, number := &Pairs[string]{}, NewBuilder(p.Alphabet), map[int]int{}
	for s := range p.Len() {
		if s != gone {
			number[s], out.Pair = b.State(slices.Contains(p.initial, s), p.final[s]), append(out.Pair, p.Pair[s])
		}
	}
	for s := range p.Len() {
		for _, m := range p.Moves(s) {
			if s != gone && m.To != gone {
				b.Move(number[s], m.Letter, number[m.To])
			}
		}
	}
	out.Automaton = b.Build()
	return out
}

// What is wrong in a result is found by its check: moves taken away or added, final turned, words changed.
func TestChecksFind(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	tried, found := map[string]int{}, map[string]int{}
	count := func(what string, err error) {
		tried[what]++
		if err != nil {
			found[what]++
		}
	}
	// wrong counts a changed automaton, if there is anything to change.
	wrong := func(what string, a *Automaton[string], check func(*Automaton[string]) error) {
		if a.Len() > 0 {
			if m := mutate(rng, a); m != nil {
				count(what, check(m))
			}
		}
	}
	for range 2000 {
		a, b := random(rng, ab, 5), random(rng, ab, 5)
		d := Determinise(a)
		p := Intersect(a, b)
		wrong("intersect", p.Automaton,
			func(m *Automaton[string]) error { return CheckIntersect(a, b, &Pairs[string]{m, p.Pair}) })
		fixed := Fixed(b)
		q, _ := Subtract(a, fixed)
		wrong("subtract", q.Automaton, func(m *Automaton[string]) error {
			return (&Pairs[string]{m, q.Pair}).CheckSubtract(a,
				fixed)
		})
		if q.Len() > 0 {
			count("subtract a state", without(q, rng.Intn(q.Len())).CheckSubtract(a, fixed))
		}
		wrong("determinise", d.Automaton, func(m *Automaton[string]) error { return (&Subsets[string]{m, d.Sets}).Check(a) })
		c := Minimise(d.Automaton, nil)
		wrong("minimise", c.Automaton,
			func(m *Automaton[string]) error { return (&Classes[string]{m, c.Class}).Check(d.Automaton, nil) })
		u := Union(a, b)
		wrong("union", u, func(m *Automaton[string]) error { return CheckUnion(m, a, b) })
		trimmed, was := Trim(a)
		wrong("trim", trimmed, func(m *Automaton[string]) error { return CheckTrim(a, m, was) })
		if trimmed != a {
			all := make([]int, a.Len())
			for s := range all {
				all[s] = s
			}
			count("not trimmed", CheckTrim(a, a, all))
		}
		if r, is := Find(a, Weighted, nil); is {
			count("no run", CheckRun(a, Weighted, nil, Run{}, false))
			s := r.States[rng.Intn(len(r.States))]
			r.States[rng.Intn(len(r.States))] = a.Len() - 1 - s
			if 2*s != a.Len()-1 && len(r.Word) > 0 && CheckRun(a, Depth, nil, r, true) != nil { // else it is another run
				count("run", CheckRun(a, Weighted, nil, r, true))
			}
			if deep, _ := Find(a, Depth, nil); len(deep.Word) > len(r.Word) {
				count("long run", CheckRun(a, Shortest, nil, deep, true))
			}
		}
		if e := Empty(a); !e.Empty {
			e.Word = append(e.Word, rng.Intn(2))
			if !a.Accepts(e.Word) {
				count("word", CheckEmpty(a, e))
			}
		} else if s := rng.Intn(a.Len()); e.Reached[s] {
			e.Reached[s] = false
			count("reached", CheckEmpty(a, e))
		}
		if i := Included(a, b); !i.Included {
			count("inclusion claimed", CheckIncluded(a, b, Inclusion{Included: true, Chain: make([]StateSets, a.Len())}))
		} else if s := rng.Intn(a.Len()); len(i.Chain[s]) > 0 {
			i.Chain[s] = nil
			count("chain", CheckIncluded(a, b, i))
		}
	}
	for what, n := range tried {
		if found[what] != n || n < 50 {
			t.Errorf("%s: %d of %d found", what, found[what], n)
		}
	}
}

// The words with an a at the n-th place from the end need 2^n states.
func TestExponential(t *testing.T) {
	b := NewBuilder(ab)
	const n = 8
	for i := range n + 1 {
		b.State(i == 0, i == n)
	}
	b.Move(0, 0, 0)
	b.Move(0, 1, 0)
	b.Move(0, 0, 1)
	for i := 1; i < n; i++ {
		b.Move(i, 0, i+1)
		b.Move(i, 1, i+1)
	}
	d := Determinise(b.Build())
	if m := Minimise(d.Automaton, nil); d.Len() != 1<<n || m.Len() != 1<<n {
		t.Errorf("%d states, %d after minimising, not %d", d.Len(), m.Len(), 1<<n)
	}
}

func ExampleMinimise() {
	sigma := NewAlphabet("a", "b")
	a, _ := Parse(sigma, `
		initial 0
		final 1
		0 a 0
		0 b 0
		0 a 1
	`)
	d := Determinise(a)
	m := Minimise(d.Automaton, nil)
	fmt.Print(m.Automaton)
	fmt.Println(d.Sets)
	// Output:
	// initial 0
	// final 1
	// 0 a 1
	// 0 b 0
	// 1 a 1
	// 1 b 0
	// [[0] [0 1]]
}
