package synergy

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// finite is a program with finitely many states: three variables of two bits, inputs of two bits, loops, and in some
// programs one or two pointers to the first two or three variables, which may be equal. It has a C text and a list of
// instructions. A search over all states of the instructions decides whether it reaches the error, independently of the
// front end.
type finite struct {
	r     *rand.Rand
	ptrs  int // number of pointers
	cells int // pointers point to one of the first cells variables
	text  strings.Builder
	code  []instr
	loops int // drawn so far
	errs  int // drawn so far
}

// instr is an instruction. Execution continues with the next instruction, except after 'j', and after 'b' if the
// condition is false.
type instr struct {
	kind byte // '=' assign, '?' input, 'b' branch, 'j' jump, 'p' point, 'e' error, 'r' return
	to   int  // operand that is not a number; for 'p' a variable
	ptr  int  // for 'p': the pointer
	x    value
	cond comparison
	next int // target of a jump, and of a branch whose condition is false
}

// Operands: 0 to 2 are the variables, 3 and 4 the targets of the pointers; an operand n >= 5 is a number.
const (
	deref  = 3
	number = 5
)

// mostErrors bounds the error statements of a program.
const mostErrors = 3

// value is a sum or a difference of two operands.
type value struct {
	op   byte
	x, y int
}

// comparison is x OP y for operands x and y; '&' compares pointer x with the address of variable y.
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

// operand returns the value of an operand.
func (s at) operand(x int) int {
	switch {
	case x >= number:
		return x - number
	case x >= deref:
		return s.vars[s.ptrs[x-deref]]
	}
	return s.vars[x]
}

// value returns the value of v, modulo 4.
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

// holds reports whether c is true.
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

// with returns a copy of s in which the given operand has the value v.
func (s at) with(to, v int) at {
	if to >= deref {
		to = s.ptrs[to-deref]
	}
	s.vars[to] = v
	return s
}

// reaches reports whether the program reaches the error, by a search over all states.
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

// name returns the C text of an operand.
func (f *finite) name(x int) string {
	if x >= number {
		return fmt.Sprint(x - number)
	}
	return []string{"a", "b", "c", "*p", "*q"}[x]
}

// variable returns an operand to read: mostly a variable, seldom the target of a pointer, for which engines prove less.
func (f *finite) variable() int {
	if f.ptrs > 0 && f.r.IntN(6) == 0 {
		return deref + f.r.IntN(f.ptrs)
	}
	return f.r.IntN(3)
}

// target returns an operand to write.
func (f *finite) target() int {
	if f.ptrs > 0 && f.r.IntN(2) == 0 {
		return deref + f.r.IntN(f.ptrs)
	}
	return f.r.IntN(3)
}

// operand returns the index of a random variable or constant.
func (f *finite) operand() int {
	if f.r.IntN(3) == 0 {
		return number + f.r.IntN(4)
	}
	return f.variable()
}

// comparison returns a random comparison, of numbers or of a pointer with an address, and its C text.
func (f *finite) comparison() (comparison, string) {
	if f.ptrs > 0 && f.r.IntN(8) == 0 {
		c := comparison{'&', f.r.IntN(f.ptrs), f.r.IntN(f.cells)}
		return c, fmt.Sprintf("%c == &%s", "pq"[c.x], f.name(c.y))
	}
	c := comparison{"=!<"[f.r.IntN(3)], f.variable(), f.operand()}
	op := map[byte]string{'=': "==", '!': "!=", '<': "<"}[c.op]
	return c, fmt.Sprintf("%s %s %s", f.name(c.x), op, f.name(c.y))
}

// emit adds an instruction and its C text, and returns the index of the instruction.
func (f *finite) emit(i instr, format string, args ...any) int {
	f.code = append(f.code, i)
	fmt.Fprintf(&f.text, format, args...)
	return len(f.code) - 1
}

// stmt draws a statement.
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

// check draws an error under two conditions, unless the program has enough errors.
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

// block draws n statements.
func (f *finite) block(n, depth int) {
	for range n {
		f.stmt(depth)
	}
}

// randomFinite draws a program with at least one error statement.
func randomFinite(seed uint64) *finite {
	for n := uint64(0); ; n++ {
		f := &finite{r: rand.New(rand.NewPCG(seed, n))}
		vars, main := "unsigned char a = 0, b = 0, c = 0;\n", "int main(void) {\n"
		if f.r.IntN(3) == 0 {
			f.ptrs, f.cells = 1+f.r.IntN(2), 2+f.r.IntN(2)
			vars += []string{"unsigned char *p = &a;\n", "unsigned char *p = &a, *q = &a;\n"}[f.ptrs-1]
			if f.r.IntN(2) == 0 { // the variables are global
				vars, main = main, vars
			}
		}
		f.text.WriteString("void reach_error(void); unsigned char nondet_uchar(void);\n" + main + vars)
		for p := range f.ptrs { // each pointer points to a variable that an input chooses
			f.emit(instr{kind: '?', to: 2}, "c = nondet_uchar() & 3;\n")
			for to := 1; to < f.cells; to++ {
				f.emit(instr{kind: 'b', cond: comparison{'=', 2, number + to}, next: len(f.code) + 2}, "if (c == %d)\n", to)
				f.emit(instr{kind: 'p', ptr: p, to: to}, "%c = &%s;\n", "pq"[p], f.name(to))
			}
		}
		n := 3 + f.r.IntN(4)
		if f.ptrs > 0 { // fewer statements, and one error at the end that depends on the written values
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
