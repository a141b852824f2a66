package automata

import (
	"fmt"
	"math/rand"
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

// words calls f with all words up to a length.
func words(letters, length int, f func([]int)) {
	word := make([]int, 0, length)
	var rec func()
	rec = func() {
		f(word)
		if len(word) == length {
			return
		}
		for l := range letters {
			word = append(word, l)
			rec()
			word = word[:len(word)-1]
		}
	}
	rec()
}

// Every operation on random automata: what its check says, and all short words.
func TestOperations(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	included, empty := 0, 0
	for i := range 1500 {
		sigma := []*Alphabet[string]{ab, NewAlphabet("a"), NewAlphabet("a", "b", "c")}[i%3]
		a, b := random(rng, sigma, 6), random(rng, sigma, 6)
		da, db := Determinise(a), Determinise(b)
		both, less := Intersect(a, b), Difference(a, db.Automaton)
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
		for what, err := range map[string]error{
			"determinise": da.Check(a), "intersect": CheckIntersect(a, b, both), "difference": CheckDifference(a, db.Automaton, less),
			"minimise": m.Check(da.Automaton, nil), "minimal": CheckMinimal(m.Automaton, nil),
			"coloured": mc.Check(da.Automaton, colour), "coloured minimal": CheckMinimal(mc.Automaton, func(k int) int { return of[k] }),
			"empty": CheckEmpty(a, e), "included": CheckIncluded(a, b, in),
		} {
			if err != nil {
				t.Fatalf("case %d, %s: %v\n%v%v", i, what, err, a, b)
			}
		}
		counter, accepted, shortest := false, false, -1
		words(sigma.Len(), 6, func(w []int) {
			x, y := a.Accepts(w), b.Accepts(w)
			for what, got := range map[string][2]bool{"determinise": {da.Accepts(w), x}, "minimise": {m.Accepts(w), x}, "coloured": {mc.Accepts(w), x},
				"intersect": {both.Accepts(w), x && y}, "difference": {less.Accepts(w), x && !y}} {
				if got[0] != got[1] {
					t.Fatalf("case %d, %s: the word %v: %v\n%v%v", i, what, a.Word(w), got[0], a, b)
				}
			}
			counter = counter || x && !y
			if x && (!accepted || len(w) < shortest) {
				accepted, shortest = true, len(w)
			}
		})
		if counter && in.Included || accepted && e.Empty || accepted && len(e.Word) != shortest {
			t.Fatalf("case %d: included %v, empty %v (word %v)\n%v%v", i, in.Included, e.Empty, e.Word, a, b)
		}
		if in.Included != Empty(less.Automaton).Empty {
			t.Fatalf("case %d: inclusion and difference disagree\n%v%v", i, a, b)
		}
		if in.Included && !e.Empty {
			included++
		}
		if e.Empty {
			empty++
		}
	}
	if included < 25 || empty < 150 || empty > 1350 {
		t.Errorf("the cases are lopsided: %d included, %d empty", included, empty)
	}
}

// What is wrong in a result is found by its check: moves taken away or added, final turned, words changed.
func TestChecksFind(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	mutate := func(a *Automaton[string]) *Automaton[string] {
		m := *a
		m.final, m.moves = slices.Clone(a.final), slices.Clone(a.moves)
		s := rng.Intn(a.Len())
		switch rng.Intn(3) {
		case 0:
			m.final[s] = !m.final[s]
		case 1:
			if len(m.moves[s]) == 0 {
				return nil
			}
			k := rng.Intn(len(m.moves[s]))
			m.moves[s] = slices.Delete(slices.Clone(m.moves[s]), k, k+1)
		case 2:
			l := rng.Intn(2)
			if len(a.On(s, l)) > 0 {
				return nil
			}
			m.moves[s] = append(slices.Clone(m.moves[s]), Move{l, rng.Intn(a.Len())})
			slices.SortFunc(m.moves[s], Move.compare)
		}
		return &m
	}
	tried, found := map[string]int{}, map[string]int{}
	count := func(what string, err error) {
		tried[what]++
		if err != nil {
			found[what]++
		}
	}
	for range 2000 {
		a, b := random(rng, ab, 5), random(rng, ab, 5)
		d := Determinise(a)
		if p := Intersect(a, b); p.Len() > 0 {
			if m := mutate(p.Automaton); m != nil {
				count("intersect", CheckIntersect(a, b, &Pairs[string]{m, p.Pair}))
			}
		}
		if p := Difference(a, Determinise(b).Automaton); p.Len() > 0 {
			if m := mutate(p.Automaton); m != nil {
				count("difference", CheckDifference(a, Determinise(b).Automaton, &Pairs[string]{m, p.Pair}))
			}
		}
		if d.Len() > 0 {
			if m := mutate(d.Automaton); m != nil {
				count("determinise", (&Subsets[string]{m, d.Sets}).Check(a))
			}
		}
		if c := Minimise(d.Automaton, nil); c.Len() > 0 {
			if m := mutate(c.Automaton); m != nil {
				count("minimise", (&Classes[string]{m, c.Class}).Check(d.Automaton, nil))
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
		if found[what] != n || n < 100 {
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

// A ring with one letter a state, as long programs are.
func BenchmarkMinimise(b *testing.B) {
	for _, n := range []int{1000, 100000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			letters := make([]int, 64)
			for i := range letters {
				letters[i] = i
			}
			bl := NewBuilder(NewAlphabet(letters...))
			for i := range n {
				bl.State(i == 0, i%1000 == 999)
			}
			for i := range n {
				bl.Move(i, i%64, (i+1)%n)
				bl.Move(i, (i+7)%64, (i*3)%n)
			}
			d := Determinise(bl.Build())
			for b.Loop() {
				Minimise(d.Automaton, nil)
			}
		})
	}
}
