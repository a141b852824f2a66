package synergy

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/check"
	"github.com/tandem-verifier/tandem/internal/engine/enginetest"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/smt"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// This file has random programs with calls: three globals of two bits, functions with one parameter that call each
// other and themselves, inputs, loops. Explicit summaries decide which of the programs reach the error (T. Reps, S.
// Horwitz, M. Sagiv: Precise interprocedural dataflow analysis via graph reachability, POPL 1995).

// routine is a function; number 0 is main.
type routine struct {
	*finite
	program *callers
	number  int
}

// callers is a program.
type callers struct {
	r        *rand.Rand
	memory   bool // a global is accessed through a pointer
	routines []*routine
}

// scene is a state of one activation: its function and program counter, the globals, and the parameter.
type scene struct {
	f, pc int
	vars  [4]int
}

// operand returns the value of operand x: the value of a variable for 0 to 3, and the number x - 4 from 4 on.
func (s scene) operand(x int) int {
	if x >= 4 {
		return x - 4
	}
	return s.vars[x]
}

// at returns the globals as a state of finite.
func (s scene) at() at { return at{vars: [3]int{s.vars[0], s.vars[1], s.vars[2]}} }

// number returns the operand that is the number to which operand x evaluates.
func (s scene) number(x int) int { return s.operand(x) + 4 }

// ending is the state after an activation: the globals and the result.
type ending [4]int

// reaches reports whether the program reaches the error. It computes summaries: for each scene at an entry, the endings
// of its activation.
func (p *callers) reaches() bool {
	type waiting struct {
		entry, at scene // the entry of an activation, and its state at a call
		to        int
	}
	type pair struct{ entry, s scene }
	seen, todo := map[pair]bool{}, []pair{}
	ends, calls := map[scene]map[ending]bool{}, map[scene][]waiting{}
	add := func(entry, s scene) {
		if k := (pair{entry, s}); !seen[k] {
			seen[k] = true
			todo = append(todo, k)
		}
	}
	back := func(w waiting, e ending) {
		n := w.at
		copy(n.vars[:3], e[:3])
		n.vars[w.to] = e[3]
		n.pc++
		add(w.entry, n)
	}
	add(scene{}, scene{})
	for len(todo) > 0 {
		k := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		s := k.s
		i := p.routines[s.f].code[s.pc]
		next := s
		next.pc++
		switch i.kind {
		case '=':
			next.vars[i.to] = s.at().value(value{i.x.op, s.number(i.x.x), s.number(i.x.y)})
			add(k.entry, next)
		case '?':
			for v := range 4 {
				next.vars[i.to] = v
				add(k.entry, next)
			}
		case 'b':
			if !s.at().holds(comparison{i.cond.op, s.number(i.cond.x), s.number(i.cond.y)}) {
				next.pc = i.next
			}
			add(k.entry, next)
		case 'j':
			next.pc = i.next
			add(k.entry, next)
		case 'e':
			return true
		case 'c':
			callee := scene{f: i.next, vars: s.vars}
			callee.vars[3] = s.operand(i.x.x)
			w := waiting{k.entry, s, i.to}
			calls[callee] = append(calls[callee], w)
			for e := range ends[callee] {
				back(w, e)
			}
			add(callee, callee)
		case 'r':
			e := ending{s.vars[0], s.vars[1], s.vars[2], s.operand(i.x.x)}
			if ends[k.entry] == nil {
				ends[k.entry] = map[ending]bool{}
			}
			if !ends[k.entry][e] {
				ends[k.entry][e] = true
				for _, w := range calls[k.entry] {
					back(w, e)
				}
			}
		}
	}
	return false
}

// name returns the C text of an operand.
func (f *routine) name(x int) string {
	switch {
	case x >= 4:
		return fmt.Sprint(x - 4)
	case x == 2 && f.program.memory:
		return "*q"
	}
	return []string{"a", "b", "c", "p"}[x]
}

// variable returns the index of a random variable of a routine.
func (f *routine) variable() int { return f.r.IntN(4) }

// operand returns the index of a random variable or constant.
func (f *routine) operand() int {
	if f.r.IntN(3) == 0 {
		return 4 + f.r.IntN(4)
	}
	return f.variable()
}

// comparison returns a random comparison and its C text.
func (f *routine) comparison() (comparison, string) {
	c := comparison{"=!<"[f.r.IntN(3)], f.variable(), f.operand()}
	op := map[byte]string{'=': "==", '!': "!=", '<': "<"}[c.op]
	return c, fmt.Sprintf("%s %s %s", f.name(c.x), op, f.name(c.y))
}

// stmt draws a statement.
func (f *routine) stmt(depth int) {
	switch k := f.r.IntN(15); {
	case k < 3:
		to, v := f.variable(), value{"+-"[f.r.IntN(2)], f.operand(), f.operand()}
		f.emit(instr{kind: '=', to: to, x: v}, "%s = (%s %c %s) & 3;\n", f.name(to), f.name(v.x), v.op, f.name(v.y))
	case k < 4:
		to := f.variable()
		f.emit(instr{kind: '?', to: to}, "%s = nondet_uchar() & 3;\n", f.name(to))
	case k < 8:
		to, x, callee := f.variable(), f.operand(), 1+f.r.IntN(len(f.program.routines)-1)
		f.emit(instr{kind: 'c', to: to, x: value{x: x}, next: callee}, "{ unsigned char t = f%d(%s); %s = t; }\n", callee,
			f.name(x), f.name(to))
	case k < 11 && depth < 2:
		c, text := f.comparison()
		branch := f.emit(instr{kind: 'b', cond: c}, "if (%s) {\n", text)
		f.block(1+f.r.IntN(2), depth+1)
		jump := f.emit(instr{kind: 'j'}, "} else {\n")
		f.code[branch].next = len(f.code)
		f.block(f.r.IntN(2), depth+1)
		f.code[jump].next = len(f.code)
		f.text.WriteString("}\n")
	case k < 12 && depth < 1 && f.loops < 1:
		f.loops++
		c, text := f.comparison()
		branch := f.emit(instr{kind: 'b', cond: c}, "while (%s) {\n", text)
		f.block(1+f.r.IntN(2), depth+1)
		f.emit(instr{kind: 'j', next: branch}, "}\n")
		f.code[branch].next = len(f.code)
	case k < 13:
		c, text := f.comparison()
		x := f.operand()
		f.emit(instr{kind: 'b', cond: c, next: len(f.code) + 2}, "if (%s)\n", text)
		f.emit(instr{kind: 'r', x: value{x: x}}, "return %s;\n", f.name(x))
	default:
		c, text := f.comparison()
		d, more := f.comparison()
		end := len(f.code) + 3
		f.emit(instr{kind: 'b', cond: c, next: end}, "if (%s)\n", text)
		f.emit(instr{kind: 'b', cond: d, next: end}, "if (%s)\n", more)
		f.emit(instr{kind: 'e'}, "reach_error();\n")
	}
}

// block draws n statements.
func (f *routine) block(n, depth int) {
	for range n {
		f.stmt(depth)
	}
}

// randomCallers draws a program with at least one error and one call. unsafe reports whether it reaches the error.
func randomCallers(seed uint64) (text string, unsafe bool) {
	for n := uint64(0); ; n++ {
		r := rand.New(rand.NewPCG(seed, n))
		p := &callers{r: r, memory: r.IntN(4) == 0}
		for i := range 2 + r.IntN(2) {
			p.routines = append(p.routines, &routine{&finite{r: r}, p, i})
		}
		var b strings.Builder
		b.WriteString("void reach_error(void); unsigned char nondet_uchar(void);\nstatic unsigned char a, b, c;\n")
		if p.memory {
			b.WriteString("static unsigned char *q = &c;\n")
		}
		for i := range p.routines[1:] {
			fmt.Fprintf(&b, "static unsigned char f%d(unsigned char p);\n", i+1)
		}
		for i, f := range p.routines {
			if f.block(2+r.IntN(3), 0); i == 0 {
				fmt.Fprintf(&b, "int main(void) {\nunsigned char p = 0;\n%sreturn 0; }\n", &f.text)
				f.emit(instr{kind: 'r', x: value{x: 4}}, "")
				continue
			}
			x := f.operand()
			fmt.Fprintf(&b, "static unsigned char f%d(unsigned char p) {\n%sreturn %s; }\n", i, &f.text, f.name(x))
			f.emit(instr{kind: 'r', x: value{x: x}}, "")
		}
		if text = b.String(); strings.Contains(text, "reach_error();") && strings.Contains(text, "= f") {
			return text, p.reaches()
		}
	}
}

// TestRandomCalls checks that, on random programs with calls, all claims agree with summaries of all states, also if
// the solver does not answer some queries; proofs are confirmed. TANDEM_LONG=1: 2,000 programs.
func TestRandomCalls(t *testing.T) {
	if len(smt.Known()) == 0 {
		benchtest.Missing(t, "no solver")
	}
	seeds := uint64(8)
	if os.Getenv("TANDEM_LONG") != "" {
		seeds = 2000
	}
	count := map[string]int{}
	for seed := range seeds {
		text, unsafe := randomCallers(seed)
		task := enginetest.C{File: "calls.c", Text: text, Passes: func(o *instrument.Options) { o.Inline = false }}.Task(t)
		var unsure *rand.Rand
		if seed%3 == 2 {
			unsure = rand.New(rand.NewPCG(seed, 7))
		}
		w := opened(t, Default(), task, unsure)
		said := "unknown"
		switch x := w.Work(t.Context(), verify.Budget{Work: 300_000}).(type) {
		case *verify.Unsafe:
			said = "false"
			if !unsafe {
				t.Errorf("seed %d: a violation that no state shows:\n%s", seed, text)
			}
		case *verify.Safe:
			if x.Obligations != nil && len(x.Obligations) < len(task.Asked()) {
				break
			}
			said = "true"
			if unsafe {
				t.Errorf("seed %d: claims what does not hold:\n%s", seed, text)
			}
			out := check.Proof(t.Context(), task, x)
			if out.Verdict == check.Refuted {
				t.Errorf("seed %d: the proof is %s: %s\n%s", seed, out.Verdict, out.Reason, text)
			}
			if out.Verdict != check.Confirmed {
				count["not confirmed"]++
			}
		case *verify.Unknown:
			t.Logf("seed %d, unsafe %t: %s", seed, unsafe, x.Reason)
		}
		w.Close()
		count[fmt.Sprintf("%s, unsafe %v", said, unsafe)]++
	}
	t.Logf("%v", count)
	if decided := uint64(count["true, unsafe false"] + count["false, unsafe true"]); decided*2 < seeds ||
		count["not confirmed"] > 0 {
		t.Errorf("%v", count)
	}
}
