package synergy

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// finite is a program with finitely many states: three variables of two bits, inputs of two bits, loops, and of some a
// pointer to one of two or three variables, or two such pointers, which may be the same. It is there as C, and as
// instructions, so that which of them reach the error is known by search over all states of the program as it was
// drawn, not as the front end reads it.
type finite struct {
	r     *rand.Rand
	ptrs  int // pointers
	cells int // variables that they may lead to, the first ones
	text  strings.Builder
	code  []instr
	loops int
	errs  int
}

// instr is an instruction; it goes on with the next one unless it says otherwise.
type instr struct {
	kind byte // '=' assign, '?' input, 'b' branch, 'j' jump, 'p' point, 'e' error, 'r' return
	to   int  // operand that is no number; of 'p' a variable
	ptr  int  // of 'p'
	x    value
	cond comparison
	next int // of a jump, and of a branch whose condition does not hold
}

// Operands: 0 to 2 a variable, 3 and 4 what a pointer leads to, from 5 on a number.
const (
	deref  = 3
	number = 5
)

// mostErrors are the places in a program where there may be an error.
const mostErrors = 3

// value is a sum or a difference of two operands.
type value struct {
	op   byte
	x, y int
}

// comparison is x OP y, of operands; of '&' pointer x leads to variable y.
type comparison struct {
	op   byte // '=', '!', '<', '&'
	x, y int
}

// at is a state.
type at struct {
	pc   int
	vars [3]int
	ptrs [2]int
}

func (s at) operand(x int) int {
	switch {
	case x >= number:
		return x - number
	case x >= deref:
		return s.vars[s.ptrs[x-deref]]
	}
	return s.vars[x]
}

func (s at) value(v value) int {
	x, y := s.operand(v.x), s.operand(v.y)
	switch v.op {
	case '+':
		x += y
	case '-':
		x -= y
	}
	return x & 3
}

func (s at) holds(c comparison) bool {
	if c.op == '&' {
		return s.ptrs[c.x] == c.y
	}
	x, y := s.operand(c.x), s.operand(c.y)
	switch c.op {
	case '=':
		return x == y
	case '!':
		return x != y
	}
	return x < y
}

func (s at) with(to, v int) at {
	if to >= deref {
		to = s.ptrs[to-deref]
	}
	s.vars[to] = v
	return s
}

// reaches searches all states for the error.
func (f *finite) reaches() bool {
	seen := map[at]bool{{}: true}
	todo := []at{{}}
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		i := f.code[s.pc]
		next := s
		next.pc++
		var more []at
		switch i.kind {
		case '=':
			more = append(more, next.with(i.to, s.value(i.x)))
		case '?':
			for v := range 4 {
				more = append(more, next.with(i.to, v))
			}
		case 'p':
			next.ptrs[i.ptr] = i.to
			more = append(more, next)
		case 'b':
			if !s.holds(i.cond) {
				next.pc = i.next
			}
			more = append(more, next)
		case 'j':
			next.pc = i.next
			more = append(more, next)
		case 'e':
			return true
		}
		for _, n := range more {
			if !seen[n] {
				seen[n] = true
				todo = append(todo, n)
			}
		}
	}
	return false
}

func (f *finite) name(x int) string {
	if x >= number {
		return fmt.Sprint(x - number)
	}
	return []string{"a", "b", "c", "*p", "*q"}[x]
}

// variable returns one that is read, or what a pointer leads to, which engines can say less of.
func (f *finite) variable() int {
	if f.ptrs > 0 && f.r.IntN(6) == 0 {
		return deref + f.r.IntN(f.ptrs)
	}
	return f.r.IntN(3)
}

// target returns one that is written.
func (f *finite) target() int {
	if f.ptrs > 0 && f.r.IntN(2) == 0 {
		return deref + f.r.IntN(f.ptrs)
	}
	return f.r.IntN(3)
}

func (f *finite) operand() int {
	if f.r.IntN(3) == 0 {
		return number + f.r.IntN(4)
	}
	return f.variable()
}

func (f *finite) comparison() (comparison, string) {
	if f.ptrs > 0 && f.r.IntN(8) == 0 {
		c := comparison{'&', f.r.IntN(f.ptrs), f.r.IntN(f.cells)}
		return c, fmt.Sprintf("%c == &%s", "pq"[c.x], f.name(c.y))
	}
	c := comparison{"=!<"[f.r.IntN(3)], f.variable(), f.operand()}
	op := map[byte]string{'=': "==", '!': "!=", '<': "<"}[c.op]
	return c, fmt.Sprintf("%s %s %s", f.name(c.x), op, f.name(c.y))
}

func (f *finite) emit(i instr, format string, args ...any) int {
	f.code = append(f.code, i)
	fmt.Fprintf(&f.text, format, args...)
	return len(f.code) - 1
}

func (f *finite) stmt(depth int) {
	switch k := f.r.IntN(14); {
	case k < 4:
		to, v := f.target(), value{"+-"[f.r.IntN(2)], f.operand(), f.operand()}
		f.emit(instr{kind: '=', to: to, x: v}, "%s = (%s %c %s) & 3;\n", f.name(to), f.name(v.x), v.op, f.name(v.y))
	case k < 6:
		to := f.target()
		f.emit(instr{kind: '?', to: to}, "%s = nondet_uchar() & 3;\n", f.name(to))
	case k == 6 && f.ptrs > 0:
		i := instr{kind: 'p', ptr: f.r.IntN(f.ptrs), to: f.r.IntN(f.cells)}
		f.emit(i, "%c = &%s;\n", "pq"[i.ptr], f.name(i.to))
	case k < 10 && depth < 3:
		c, text := f.comparison()
		branch := f.emit(instr{kind: 'b', cond: c}, "if (%s) {\n", text)
		f.block(1+f.r.IntN(2), depth+1)
		if f.r.IntN(2) == 0 {
			jump := f.emit(instr{kind: 'j'}, "} else {\n")
			f.code[branch].next = len(f.code)
			f.block(1+f.r.IntN(2), depth+1)
			f.code[jump].next = len(f.code)
		} else {
			f.code[branch].next = len(f.code)
		}
		f.text.WriteString("}\n")
	case k < 12 && depth < 2 && f.loops < 2:
		f.loops++
		c, text := f.comparison()
		branch := f.emit(instr{kind: 'b', cond: c}, "while (%s) {\n", text)
		f.block(1+f.r.IntN(3), depth+1)
		f.emit(instr{kind: 'j', next: branch}, "}\n")
		f.code[branch].next = len(f.code)
	default:
		if f.r.IntN(4) == 0 {
			c, text := f.comparison()
			f.emit(instr{kind: 'b', cond: c, next: len(f.code) + 2}, "if (%s)\n", text)
			f.emit(instr{kind: 'r'}, "return 0;\n")
			return
		}
		f.check()
	}
}

// check goes to the error under two conditions, unless the program has enough errors.
func (f *finite) check() {
	if f.errs++; f.errs > mostErrors {
		f.text.WriteString(";\n")
		return
	}
	c, text := f.comparison()
	d, more := f.comparison()
	end := len(f.code) + 3
	f.emit(instr{kind: 'b', cond: c, next: end}, "if (%s)\n", text)
	f.emit(instr{kind: 'b', cond: d, next: end}, "if (%s)\n", more)
	f.emit(instr{kind: 'e'}, "reach_error();\n")
}

func (f *finite) block(n, depth int) {
	for range n {
		f.stmt(depth)
	}
}

// randomFinite draws a program with at least one error in it.
func randomFinite(seed uint64) *finite {
	for n := uint64(0); ; n++ {
		f := &finite{r: rand.New(rand.NewPCG(seed, n))}
		vars, main := "unsigned char a = 0, b = 0, c = 0;\n", "int main(void) {\n"
		if f.r.IntN(3) == 0 {
			f.ptrs, f.cells = 1+f.r.IntN(2), 2+f.r.IntN(2)
			vars += []string{"unsigned char *p = &a;\n", "unsigned char *p = &a, *q = &a;\n"}[f.ptrs-1]
			if f.r.IntN(2) == 0 { // they are global
				vars, main = main, vars
			}
		}
		f.text.WriteString("void reach_error(void); unsigned char nondet_uchar(void);\n" + main + vars)
		for p := range f.ptrs { // where they lead is not known
			f.emit(instr{kind: '?', to: 2}, "c = nondet_uchar() & 3;\n")
			for to := 1; to < f.cells; to++ {
				f.emit(instr{kind: 'b', cond: comparison{'=', 2, number + to}, next: len(f.code) + 2}, "if (c == %d)\n", to)
				f.emit(instr{kind: 'p', ptr: p, to: to}, "%c = &%s;\n", "pq"[p], f.name(to))
			}
		}
		n := 3 + f.r.IntN(4)
		if f.ptrs > 0 { // they are hard enough, and what is written is to matter
			n, f.loops, f.errs = 2+f.r.IntN(3), 1, mostErrors
		}
		f.block(n, 0)
		if f.ptrs > 0 {
			f.errs = mostErrors - 1
			f.check()
		}
		f.emit(instr{kind: 'r'}, "return 0; }\n")
		if strings.Contains(f.text.String(), "reach_error();") {
			return f
		}
	}
}
