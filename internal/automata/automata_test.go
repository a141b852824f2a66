package automata

import (
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"
)

var (
	ab = NewAlphabet("a", "b")
	// calls is an alphabet with internal letters, calls and returns.
	calls = nested("a", "b", "(a", "(b", ")a", ")b")
)

// nested returns an alphabet in which letters that begin with ( are calls, and letters that begin with ) are returns.
func nested(letters ...string) *Alphabet[string] {
	return NewNestedAlphabet(func(l string) Kind { return Kind(1 + strings.Index("()", l[:1])) }, letters...)
}

// must parses an automaton.
func must(t *testing.T, sigma *Alphabet[string], text string) *Automaton[string] {
	t.Helper()
	a, err := parse(sigma, text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestText checks that the text form of a parsed automaton is the parsed text.
func TestText(t *testing.T) {
	for _, text := range []string{
		"initial 0\nfinal 1\n0 a 0\n0 a 1\n0 b 0\n",
		"initial\nfinal\n",
		"initial 1\nfinal 0\nstates 5\n",
		"initial 0 2\nfinal 1\n2 b 1\n",
		"initial 0\nfinal 3\n0 call (a 1\n1 b 1\n1 return 0 )a 2\n1 return 2 )a 3\n2 call (a 1\n",
	} {
		if got := must(t, calls, text).String(); got != text {
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
	again, err := parse(sigma, a.String())
	if err != nil || again.String() != a.String() {
		t.Errorf("%v: %v, again %v", err, a, again)
	}
	for text, want := range map[string]string{
		"initial 0\n0 c 1":    `line 2: "c" is no letter`,
		"0 a":                 `line 1: "0 a" is no statement`,
		"final x":             `line 1: "x" is no state`,
		"final -1":            `"-1" is no state`,
		"0 \"a 1":             `a quote does not end`,
		"states 99999999999":  `is no number of states`,
		"0 call (a (b 1":      `is no statement`,
		"0 return (a 1":       `is no statement`,
		"0 return x )a 1":     `"x" is no state`,
		"0 call a 1":          `"a" is of the kind internal, not call`,
		"0 (a 1":              `"(a" is of the kind call, not internal`,
		"0 return 0 (a 1 // ": `"(a" is of the kind call, not return`,
	} {
		if _, err := parse(calls, text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, not %q", text, err, want)
		}
	}
}

// FuzzParse checks that the text form of a parsed automaton parses to the same automaton.
func FuzzParse(f *testing.F) {
	f.Add("initial 0\nfinal 1\n0 a 0 // loop\n0 \"b\" 1\n")
	f.Add("initial 0\n0 call (a 1\n1 return 0 )a 2\n2 b 0\n")
	f.Fuzz(func(t *testing.T, text string) {
		a, err := parse(calls, text)
		if err != nil {
			return
		}
		again, err := parse(calls, a.String())
		if err != nil || again.String() != a.String() {
			t.Errorf("%v: %s\nagain %v", err, a, again)
		}
	})
}

// random returns an automaton of up to n states with about two moves each.
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

// randomNested returns an automaton of up to n states over internal letters, as many calls, and as many returns.
func randomNested(rng *rand.Rand, sigma *Alphabet[string], n int) *Automaton[string] {
	b := NewBuilder(sigma)
	n = 1 + rng.Intn(n)
	for s := range n {
		b.State(s == 0 || rng.Intn(4) == 0, rng.Intn(3) == 0)
	}
	l := func(k Kind) int { return int(k)*sigma.Len()/3 + rng.Intn(sigma.Len()/3) }
	for range 1 + rng.Intn(n+1) {
		b.Move(rng.Intn(n), l(Internal), rng.Intn(n))
	}
	for range 1 + rng.Intn(2*n) {
		b.Move(rng.Intn(n), l(Call), rng.Intn(n))
	}
	for range 1 + rng.Intn(n*n) {
		b.Return(rng.Intn(n), rng.Intn(n), l(Return), rng.Intn(n))
	}
	return b.Build()
}

// language reports for each nested word up to a length, in a fixed order, whether the automaton accepts it. It
// simulates the words with sets of states and their callers.
func language(a *Automaton[string], length int) (out []bool) {
	sigma := a.Alphabet
	var count func(depth, left int) int // counts the continuations of a word
	known := map[[2]int]int{}
	below := func(depth, letter int) int {
		switch sigma.Kind(letter) {
		case Call:
			return depth + 1
		case Return:
			return depth - 1
		case Internal:
		}
		return depth
	}
	count = func(depth, left int) int {
		if left < 0 || depth < 0 {
			return 0
		}
		n, is := known[[2]int{depth, left}]
		if !is {
			n = 1
			for l := range sigma.Len() {
				n += count(below(depth, l), left-1)
			}
			known[[2]int{depth, left}] = n
		}
		return n
	}
	var rec func(set []string, depth, left int)
	rec = func(set []string, depth, left int) {
		if left < 0 || depth < 0 {
			return
		}
		if len(set) == 0 {
			out = append(out, make([]bool, count(depth, left))...)
			return
		}
		out = append(out, slices.ContainsFunc(set, func(c string) bool { return a.final[c[len(c)-1]] }))
		for l := 0; l < sigma.Len() && left > 0; l++ {
			var next []string
			for _, c := range set {
				callers, s := c[:len(c)-1], int(c[len(c)-1])
				if sigma.Kind(l) == Return && callers != "" {
					for _, m := range a.ReturnsTo(s, int(callers[len(callers)-1])) {
						if m.Letter == l {
							next = append(next, callers[:len(callers)-1]+string([]byte{byte(m.To)}))
						}
					}
				}
				for _, m := range a.On(s, l) {
					if sigma.Kind(l) == Call {
						next = append(next, c+string([]byte{byte(m.To)}))
					} else {
						next = append(next, callers+string([]byte{byte(m.To)}))
					}
				}
			}
			slices.Sort(next)
			rec(slices.Compact(next), below(depth, l), left-1)
		}
	}
	var set []string
	for _, s := range a.initial {
		set = append(set, string([]byte{byte(s)}))
	}
	rec(set, 0, length)
	return out
}

// accepts reports whether a word is accepted.
func accepts(a *Automaton[string], word []int) bool {
	f := newFixed(a)
	s := f.Start()
	var callers []int
	for _, l := range word {
		if s == None {
			return false
		}
		if a.Alphabet.Kind(l) == Call {
			callers = append(callers, s)
		}
		if a.Alphabet.Kind(l) != Return {
			s, _ = f.Next(s, l)
		} else if len(callers) == 0 {
			return false
		} else {
			s, _ = f.Return(s, callers[len(callers)-1], l)
			callers = callers[:len(callers)-1]
		}
	}
	return s != None && f.Final(s)
}

// cases returns the number of random cases of a test and the length of its words: few and short, or many and long if
// there is time.
func cases(few, many, short, long int) (n, length int) {
	if os.Getenv("TANDEM_LONG") != "" {
		return many, long
	}
	return few, short
}

// sample returns the i-th random case: two automata over one to three letters.
func sample(rng *rand.Rand, i int) (a, b *Automaton[string]) {
	sigma := NewAlphabet([]string{"a", "b", "c"}[:[]int{2, 1, 2, 1, 2, 1, 2, 1, 2, 3}[i%10]]...)
	return random(rng, sigma, 6), random(rng, sigma, 6)
}

// sampleNested returns the i-th random case with calls.
func sampleNested(rng *rand.Rand, i int) (a, b *Automaton[string]) {
	sigma := nested("a", "(a", ")a")
	if i%20 == 19 {
		sigma = calls
	}
	return randomNested(rng, sigma, 4), randomNested(rng, sigma, 3)
}

// anything returns an automaton that accepts all words.
func anything(sigma *Alphabet[string]) *Automaton[string] {
	b := NewBuilder(sigma)
	b.State(true, true)
	for l := range sigma.Len() {
		if sigma.Kind(l) == Return {
			b.Return(0, 0, l, 0)
		} else {
			b.Move(0, l, 0)
		}
	}
	return b.Build()
}

// TestOperations applies every operation to random automata, with and without calls. The results are checked by
// definition, and on all short words.
func TestOperations(t *testing.T) {
	n, length := cases(1000, 10000, 6, 8)
	t.Run("flat", func(t *testing.T) { operations(t, sample, n, length) })
	n, length = cases(400, 10000, 5, 6)
	t.Run("nested", func(t *testing.T) { operations(t, sampleNested, n, length) })
}

// operations is TestOperations for n cases of sample.
func operations(t *testing.T, sample func(*rand.Rand, int) (a, b *Automaton[string]), n, length int) {
	rng := rand.New(rand.NewSource(1))
	empty, smaller, some, large := 0, 0, 0, 0
	for i := range n {
		a, b := sample(rng, i)
		d := determinised(b)
		fixed := newFixed(b)
		less, ok := Subtract(a, fixed)
		if !ok || !d.deterministic() {
			t.Fatalf("case %d: an explicit automaton has no time, or %v\n%v", i, d, a)
		}
		trimmed, was := Trim(a)
		colours := make([]int, d.Len())
		for s := range colours {
			colours[s] = rng.Intn(2)
		}
		colour := func(s int) int { return colours[s] }
		m, mc := Minimise(d, nil), Minimise(d, colour)
		if len(fixed.sets) > 30 || d.Len() > 30 { // the checks take too long
			large++
			continue
		}
		of := make([]int, mc.Len())
		for s, k := range mc.Class {
			if k != None {
				of[k] = colours[s]
			}
		}
		errs := map[string]error{
			"subtract": checkSubtract(less, a, fixed), "trim": checkTrim(a, trimmed, was),
			"minimise": checkMinimise(m, d, nil), "coloured": checkMinimise(mc, d, colour),
		}
		if d.returns == nil {
			errs["minimal"] = checkMinimal(m.Automaton, nil)
			errs["coloured minimal"] = checkMinimal(mc.Automaton, func(k int) int { return of[k] })
		}
		for what, err := range errs {
			if err != nil {
				t.Fatalf("case %d, %s: %v\n%v%v", i, what, err, a, b)
			}
		}
		x, y := language(a, length), language(b, length)
		for what, c := range map[string]struct {
			a    *Automaton[string]
			word func(int) bool
		}{
			"determinised": {d, func(w int) bool { return y[w] }},
			"minimised":    {m.Automaton, func(w int) bool { return y[w] }},
			"coloured":     {mc.Automaton, func(w int) bool { return y[w] }},
			"trimmed":      {trimmed, func(w int) bool { return x[w] }},
			"difference":   {less.Automaton, func(w int) bool { return x[w] && !y[w] }},
		} {
			for w, got := range language(c.a, length) {
				if got != c.word(w) {
					t.Fatalf("case %d, %s: word %d: %v\n%v%v", i, what, w, got, a, b)
				}
			}
		}
		if trimmed.Len() == 0 {
			empty++
		}
		if m.Len() < d.Len() {
			smaller++
		}
		if less.Len() > 0 && slices.ContainsFunc(less.Pair, func(q [2]int) bool { return q[1] != None }) {
			some++
		}
	}
	if empty > n*9/10 || smaller < n/20 || some < n/20 || large > n/10 {
		t.Errorf("the cases are lopsided: %d empty, states put together in %d, %d with pairs, %d large", empty, smaller, some,
			large)
	}
}

// TestFind searches random automata: there is a run if and only if a word is accepted, and no run is shorter than the
// one found.
func TestFind(t *testing.T) {
	rng := rand.New(rand.NewSource(3))
	found, differ, returns := 0, 0, 0
	n, _ := cases(1000, 10000, 0, 0)
	for i := range n {
		a, _ := sample(rng, i)
		if i%2 == 0 {
			a, _ = sampleNested(rng, i)
		}
		var runs [2]Run
		for _, o := range []Order{Shortest, Depth} {
			r, is := Find(a, o)
			if err := checkRun(a, o, r, is); err != nil {
				t.Fatalf("case %d, order %d: %v: %v\n%v", i, o, r, err, a)
			}
			if is && !accepts(a, r.Word) {
				t.Fatalf("case %d, order %d: %v is not accepted\n%v", i, o, r, a)
			}
			if runs[o] = r; is {
				found++
			}
		}
		if len(runs[Depth].Word) != len(runs[Shortest].Word) {
			differ++
		}
		if slices.ContainsFunc(runs[Shortest].Word, func(l int) bool { return a.Alphabet.Kind(l) == Return }) {
			returns++
		}
	}
	if found < n/2 || differ < n/100 || returns < n/200 {
		t.Errorf("the cases are lopsided: %d runs, the orders differ in %d, %d with returns", found, differ, returns)
	}
}

// strict is a Lazy automaton whose moves may be read only from states that are not sinks, and at most left times.
type strict struct {
	Lazy
	t    *testing.T
	left int
}

func (s *strict) Next(state, letter int) (int, bool) {
	if !s.ask(state) {
		return None, false
	}
	return s.Lazy.Next(state, letter)
}

func (s *strict) Return(state, caller, letter int) (int, bool) {
	if !s.ask(state) || caller == None {
		return None, false
	}
	return s.Lazy.Return(state, caller, letter)
}

// ask counts a read of a move, and reports whether it is allowed.
func (s *strict) ask(state int) bool {
	if state == None || s.Sink(state) {
		s.t.Errorf("state %d is asked", state)
	}
	s.left--
	return s.left >= 0
}

// zeros accepts the words with at least two letters with number 0.
type zeros struct{}

func (zeros) Start() int { return 0 }
func (zeros) Next(s, letter int) (int, bool) {
	if letter == 0 {
		s++
	}
	return s, true
}
func (z zeros) Return(s, caller, letter int) (int, bool) { return z.Next(max(s, caller), letter) }
func (zeros) Final(s int) bool                           { return s >= 2 }
func (zeros) Sink(s int) bool                            { return s >= 2 }

// TestAsks checks that Subtract reads only moves of words that the first automaton can still accept and that are not
// all subtracted, and that it returns no difference if its time is over.
func TestAsks(t *testing.T) {
	// State 3 is a dead end.
	a := must(t, ab, "initial 0\nfinal 2\n0 a 1\n0 b 3\n1 b 2\n2 a 2\n3 a 3\n")
	d := must(t, ab, "initial 0\nfinal 1\n0 a 0\n0 b 1\n1 a 1\n1 b 1\n") // accepts the words with a b
	s := &strict{newFixed(d), t, 2}                                      // a and b in state 0 are read
	if p, ok := Subtract(a, s); !ok || p.Len() != 0 || s.left != 0 {
		t.Errorf("%v, %v, %d questions left", ok, p, s.left)
	}
	if _, ok := Subtract(a, &strict{newFixed(d), t, 1}); ok {
		t.Error("a difference without time")
	}
	rng := rand.New(rand.NewSource(4))
	for i := range 300 {
		a, b := sample(rng, i)
		s := &strict{newFixed(b), t, 1 << 20}
		if p, ok := Subtract(a, s); !ok {
			t.Fatal("no time")
		} else if err := checkSubtract(p, a, s.Lazy); err != nil {
			t.Error(err)
		}
	}
	for range 100 {
		a := randomNested(rng, calls, 4)
		s := &strict{zeros{}, t, 1 << 20}
		p, ok := Subtract(a, s)
		if !ok {
			t.Fatal("no time")
		}
		if err := checkSubtract(p, a, zeros{}); err != nil {
			t.Errorf("%v\n%v", err, a)
		}
		if asked := 1<<20 - s.left; asked > 0 {
			if _, ok := Subtract(a, &strict{zeros{}, t, asked - 1}); ok {
				t.Errorf("a difference without time\n%v", a)
			}
		}
	}
}

// mutate changes an automaton: it removes or adds a move, or changes whether a state is final. It returns nil if there
// is nothing to change.
func mutate(rng *rand.Rand, a *Automaton[string]) *Automaton[string] {
	s, what := rng.Intn(a.Len()), rng.Intn(4)
	drop := -1
	switch {
	case what == 1 && len(a.Moves(s)) > 0:
		drop = rng.Intn(len(a.Moves(s)))
	case what == 2 && len(a.Returns(s)) > 0:
		drop = rng.Intn(len(a.Returns(s)))
	case what == 1 || what == 2:
		return nil
	}
	b := NewBuilder(a.Alphabet)
	for t := range a.Len() {
		b.State(slices.Contains(a.initial, t), a.final[t] != (what == 0 && t == s))
	}
	for t := range a.Len() {
		for i, m := range a.Moves(t) {
			if what != 1 || t != s || i != drop {
				b.Move(t, m.Letter, m.To)
			}
		}
		for i, m := range a.Returns(t) {
			if what != 2 || t != s || i != drop {
				b.Return(t, m.Caller, m.Letter, m.To)
			}
		}
	}
	if what == 3 {
		l, caller := rng.Intn(a.Alphabet.Len()), rng.Intn(a.Len())
		switch {
		case a.Alphabet.Kind(l) != Return:
			if len(a.On(s, l)) > 0 {
				return nil
			}
			b.Move(s, l, rng.Intn(a.Len()))
		case slices.ContainsFunc(a.ReturnsTo(s, caller), func(m ReturnMove) bool { return m.Letter == l }):
			return nil
		default:
			b.Return(s, caller, l, rng.Intn(a.Len()))
		}
	}
	return b.Build()
}

// TestChecksFind checks that the checks find faults in results: moves removed or added, final states changed, words
// changed.
func TestChecksFind(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	tried, found := map[string]int{}, map[string]int{}
	count := func(what string, err error) {
		tried[what]++
		if err != nil {
			found[what]++
		}
	}
	for i := range 2500 {
		a, b := sample(rng, i)
		kind := "flat "
		if i%2 == 0 {
			a, b = sampleNested(rng, i)
			kind = "nested "
		}
		// wrong checks that check finds a fault in a changed automaton. With always, this holds even if its short words are
		// unchanged.
		wrong := func(what string, a *Automaton[string], always bool, check func(*Automaton[string]) error) {
			if a.Len() == 0 {
				return
			}
			m := mutate(rng, a)
			if m == nil || !always && slices.Equal(language(a, 6), language(m, 6)) {
				return
			}
			count(kind+what, check(m))
		}
		f := newFixed(b)
		less, _ := Subtract(a, f)
		if len(f.sets) > 10 { // the checks take too long
			continue
		}
		wrong("subtract", less.Automaton, true,
			func(m *Automaton[string]) error { return checkSubtract(&Pairs[string]{m, less.Pair}, a, f) })
		trimmed, was := Trim(a)
		wrong("trim", trimmed, true, func(m *Automaton[string]) error { return checkTrim(a, m, was) })
		if trimmed.Len() < a.Len() {
			count("not trimmed", checkTrim(a, a, first(a.Len())))
		}
		d := determinised(b)
		c := Minimise(d, nil)
		// A return to a caller whose calls never end at its state may be present or not.
		wrong("minimise", c.Automaton, i%2 == 1,
			func(m *Automaton[string]) error { return checkMinimise(&Classes[string]{m, c.Class}, d, nil) })
		if r, is := Find(a, Shortest); is {
			count("no run", checkRun(a, Shortest, Run{}, false))
			if deep, _ := Find(a, Depth); len(deep.Word) > len(r.Word) {
				count("long run", checkRun(a, Shortest, deep, true))
			}
			r.States[rng.Intn(len(r.States))] = a.Len()
			count("run", checkRun(a, Shortest, r, true))
		}
	}
	for what, n := range tried {
		if found[what] != n || n < 40 {
			t.Errorf("%s: %d of %d found", what, found[what], n)
		}
	}
}

// TestExponential checks that an automaton for the words with an a at the n-th position from the end needs 2^n states.
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
	d := determinised(b.Build())
	if m := Minimise(d, nil); d.Len() != 1<<n || m.Len() != 1<<n {
		t.Errorf("%d states, %d after minimising, not %d", d.Len(), m.Len(), 1<<n)
	}
}

// TestTwoCalls searches and draws a program with a loop in a function that is called from two places.
func TestTwoCalls(t *testing.T) {
	sigma := nested("loop", "x", "(f", ")f")
	a := must(t, sigma, `
initial 0
final 5
0 call (f 1
1 loop 1
1 return 0 )f 2
2 call (f 1
1 return 2 )f 3
3 x 5
`)
	r, found := Find(a, Shortest)
	if want := "[0 1 2 1 3 5] [2 3 2 3 1]"; !found || fmt.Sprint(r.States, r.Word) != want {
		t.Errorf("%v, %v, not %s", found, r, want)
	}
	dot := a.Dot(nil, func(l string) string { return l })
	for _, want := range []string{`n0 [label="0\nstart"];`, `n5 [label="5\naccepts"];`, `n0 -> n1 [label="call (f"];`,
		`n1 -> n2 [style=dashed,label="return to 0 )f"];`} {
		if !strings.Contains(dot, want) {
			t.Errorf("no %s in\n%s", want, dot)
		}
	}
}

func ExampleMinimise() {
	// Does a word end with an a? States 0 and 2 accept the same words.
	a, _ := parse(NewAlphabet("a", "b"), `
		initial 0
		final 1
		0 a 1
		0 b 2
		1 a 1
		1 b 2
		2 a 1
		2 b 0
	`)
	m := Minimise(a, nil)
	fmt.Print(m.Automaton)
	fmt.Println(m.Class)
	// Output:
	// initial 0
	// final 1
	// 0 a 1
	// 0 b 0
	// 1 a 1
	// 1 b 0
	// [0 1 0]
}
