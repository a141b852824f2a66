package restrict

import (
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// The text forms of scopes refer to one program. ParseRegion, ParsePaths, ParseEdges and ParseCondition read what the
// functions for printing write.
//
//	region     x in 0..5, y in ..-1, x < y         ranges, and conditions in the text form of package ir. The name of an input is the
//	                                               register that it is read into or the called function, if no other input has
//	                                               that name, its key, or input3 for site #3
//	paths      TTF..FT    TTF..<FT    TTF..        <FT: before FT. TTF..: without an upper bound. T1000FT3 is 1000 times T, F, and
//	                                               three times T. TTF..FT@1f0c... also has the fingerprint of the program form
//	edges      main: L0 L2 L3 L2 L4, f             paths through functions: each edge between a location and the next one; L3#1 is
//	                                               the second such edge only. A function alone: all its edges
//	condition  line by line, // begins a comment:
//
//	           note "loops are unrolled twice"     optional
//	           obligations 0 2                     optional: those that are open
//	           state 0                             numbered in order, 0 is initial; edges without a step are not taken
//	             main: L2 L3 if x < 5:i32 goto 1
//	             main: L2 L4 goto 2
//	           state 1 stays                       edges without a step keep the state
//	           state 2 verified

// Text returns the parts of a scope, each as its name and its text form, with long bounds cut; "" for the whole task.
func Text(p *ir.Program, s Scope) string {
	var out []string
	if s.Region != nil {
		out = append(out, "region "+RegionText(p, s.Region))
	}
	if s.Range != nil {
		const most = 200
		r := *s.Range
		r.Form = "" // it is the form of p
		text := r.String()
		if len(text) > 2*most {
			text = fmt.Sprintf("%s... (%d and %d decisions)", text[:most], len(r.Lo), len(r.Hi))
		}
		out = append(out, "range "+text)
	}
	if s.Condition != nil {
		out = append(out, "condition "+strings.Join(strings.Fields(ConditionText(s.Condition)), " "))
	}
	if s.Depth != 0 {
		out = append(out, fmt.Sprint("depth ", s.Depth))
	}
	if s.Edges != nil {
		out = append(out, "edges "+EdgesText(p, s.Edges))
	}
	return strings.Join(out, "; ")
}

// inputNames returns the names of each input, the preferred one first. No two inputs share a name.
func inputNames(p *ir.Program) map[*ir.Site][]string {
	names, owner := map[*ir.Site][]string{}, map[string]*ir.Site{}
	note := func(s *ir.Site, name string) {
		if name == "" || slices.Contains(names[s], name) {
			return
		}
		names[s] = append(names[s], name)
		if o, taken := owner[name]; taken && o != s {
			owner[name] = nil
		} else {
			owner[name] = s
		}
	}
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if in, is := e.Stmt.(*ir.Input); is {
				note(in.Site, in.Dst.Source)
				note(in.Site, in.Site.Name)
				note(in.Site, in.Dst.Name) // as conditions and edges have it: main.x
			}
		}
	}
	for s := range names {
		names[s] = slices.DeleteFunc(names[s], func(n string) bool { return owner[n] == nil })
		names[s] = append(names[s], fmt.Sprint("input", s.ID), s.Key)
	}
	for _, s := range p.Sites { // read by no Input that was named
		if len(names[s]) == 0 {
			names[s] = []string{fmt.Sprint("input", s.ID), s.Key}
		}
	}
	return names
}

// RegionText returns the text form of a region.
func RegionText(p *ir.Program, r *Region) string {
	names := inputNames(p)
	var out []string
	for _, d := range r.Box {
		out = append(out, fmt.Sprintf("%s in %s..%s", names[p.Sites[d.Site]][0], decimal(d.Type, d.Lo),
			decimal(d.Type, d.Hi)))
	}
	if r.Cond != nil {
		fresh := map[*ir.Var]*ir.Var{}
		for n, v := range r.Vars {
			fresh[v] = &ir.Var{Name: names[p.Sites[n]][0], Type: v.Type}
		}
		out = append(out, ir.ExprString((&ir.Subst{Var: func(v *ir.Var) *ir.Var { return fresh[v] }}).Expr(r.Cond)))
	}
	return strings.Join(out, ", ")
}

// decimal returns a value of type t as a number without its type.
func decimal(t ir.Type, bits uint64) string {
	text, _, _ := strings.Cut(ir.ExprString(ir.NewBits(t, bits)), ":")
	return text
}

// ParseRegion parses a region.
func ParseRegion(p *ir.Program, text string) (*Region, error) {
	r := &Region{Vars: map[int]*ir.Var{}}
	named := map[string]*ir.Site{}
	var vars []*ir.Var
	all := inputNames(p)
	for _, s := range p.Sites {
		for _, n := range all[s] {
			named[n] = s
			if s.Type.Kind != ir.None {
				vars = append(vars, &ir.Var{Name: n, Type: s.Type})
			}
		}
	}
	err := pieces(text, ',', func(piece string) error {
		if name, bounds, ok := strings.Cut(piece, " in "); ok {
			name = strings.TrimSpace(name)
			s := named[name]
			if s == nil {
				return fmt.Errorf("no input %s; there are %s", name, strings.Join(slices.Sorted(maps.Keys(named)), " "))
			}
			d, err := parseRange(s, bounds)
			if err == nil && slices.ContainsFunc(r.Box, func(o Range) bool { return o.Site == d.Site }) {
				err = errors.New("a second range of one input")
			}
			r.Box = append(r.Box, d)
			return err
		}
		e, err := ir.ParseExpr(piece, p, nil, vars...)
		if err != nil {
			return inPiece(err)
		}
		if err := condition(p, nil, e, vars...); err != nil {
			return err
		}
		if r.Cond == nil {
			r.Cond = ir.NewBool(true)
		}
		r.Cond = ir.NewAnd(r.Cond, e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(r.Box, func(a, b Range) int { return a.Site - b.Site })
	if r.Cond != nil { // use one register for each input, whichever of its names the text has
		sub := &ir.Subst{Var: func(v *ir.Var) *ir.Var {
			if s := named[v.Name]; s != nil && slices.Contains(vars, v) {
				if r.Vars[s.ID] == nil {
					r.Vars[s.ID] = &ir.Var{Name: all[s][0], Type: s.Type}
				}
				return r.Vars[s.ID]
			}
			return v
		}}
		r.Cond = sub.Expr(r.Cond)
	}
	return r, nil
}

// parseRange parses the range "LOWER..UPPER" of the input s.
func parseRange(s *ir.Site, text string) (Range, error) {
	d := Range{Site: s.ID, Type: s.Type}
	if s.Type.Kind != ir.Int {
		return d, fmt.Errorf("the input has no integers: %s", s.Type)
	}
	lo, hi, ok := strings.Cut(text, "..")
	if !ok {
		return d, errors.New("a range is needed: LOWER..UPPER, either may be missing")
	}
	least, most := new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(s.Type.Bits))
	if s.Type.Signed {
		most.Rsh(most, 1)
		least.Neg(most)
	}
	most.Sub(most, big.NewInt(1))
	bound := func(text string, none *big.Int) (uint64, error) {
		n := none
		if text = strings.TrimSpace(text); text != "" {
			if n, ok = new(big.Int).SetString(text, 0); !ok {
				return 0, fmt.Errorf("%s is no number", text)
			}
		}
		if n.Cmp(least) < 0 || n.Cmp(most) > 0 {
			return 0, fmt.Errorf("%s is not in %s..%s, the values of the type", n, least, most)
		}
		if n.Sign() < 0 {
			return num.Trunc(uint64(n.Int64()), s.Type.Bits), nil
		}
		return n.Uint64(), nil
	}
	var err error
	if d.Lo, err = bound(lo, least); err != nil {
		return d, err
	}
	d.Hi, err = bound(hi, most)
	return d, err
}

// EdgesText returns the text form of a set of edges, as paths through functions.
func EdgesText(p *ir.Program, s Edges) string {
	var out []string
	for _, f := range p.Funcs {
		left := 0
		for _, e := range f.Edges {
			if s[e] {
				left++
			}
		}
		if left == len(f.Edges) && left > 0 {
			out = append(out, nameText(f.Name))
			continue
		}
		done := map[*ir.Edge]bool{}
		fresh := func(e *ir.Edge) bool { return s[e] && !done[e] }
		for left > 0 {
			e := f.Edges[slices.IndexFunc(f.Edges, fresh)]
			way := fmt.Sprintf("%s: L%d", nameText(f.Name), e.From.ID)
			for e != nil {
				way += " " + endText(e)
				done[e] = true
				left--
				if i := slices.IndexFunc(e.To.Out, fresh); i >= 0 {
					e = e.To.Out[i]
				} else {
					e = nil
				}
			}
			out = append(out, way)
		}
	}
	return strings.Join(out, ", ")
}

// endText returns the text of an edge after its start: its end, and its number among parallel edges if there are
// several.
func endText(e *ir.Edge) string {
	same := parallel(e.From, e.To)
	if len(same) == 1 {
		return fmt.Sprint("L", e.To.ID)
	}
	return fmt.Sprintf("L%d#%d", e.To.ID, slices.Index(same, e))
}

// parallel returns the edges between two locations.
func parallel(from, to *ir.Loc) (out []*ir.Edge) {
	for _, e := range from.Out {
		if e.To == to {
			out = append(out, e)
		}
	}
	return out
}

// ParseEdges parses a set of edges.
func ParseEdges(p *ir.Program, text string) (Edges, error) {
	s := Edges{}
	err := pieces(text, ',', func(piece string) error {
		f, way, err := inFunction(p, piece)
		if err != nil {
			return err
		}
		if way == nil {
			for _, e := range f.Edges {
				s[e] = true
			}
		}
		for i := 1; i < len(way); i++ {
			es, err := edgesTo(f, way[i-1], way[i])
			if err != nil {
				return err
			}
			for _, e := range es {
				s[e] = true
			}
		}
		if len(way) == 1 {
			return errors.New("one location is no edge")
		}
		return nil
	})
	return s, err
}

// inFunction splits "f: L1 L2" into the function and the words after the colon. The words are nil if there is no colon.
func inFunction(p *ir.Program, text string) (*ir.Func, []string, error) {
	name, rest, ways := strings.Cut(text, ":")
	if quoted, err := strconv.QuotedPrefix(text); err == nil {
		name, _ = strconv.Unquote(quoted)
		_, rest, ways = strings.Cut(text[len(quoted):], ":")
	}
	name = strings.TrimSpace(name)
	i := slices.IndexFunc(p.Funcs, func(f *ir.Func) bool { return f.Name == name })
	if i < 0 {
		return nil, nil, fmt.Errorf("no function %q in the program", name)
	}
	if !ways {
		return p.Funcs[i], nil, nil
	}
	return p.Funcs[i], append([]string{}, strings.Fields(rest)...), nil
}

// edgesTo returns the edges that the words from and to name, as in "L2" "L3" or "L2" "L3#1".
func edgesTo(f *ir.Func, from, to string) ([]*ir.Edge, error) {
	loc := func(word string) (*ir.Loc, error) {
		n, err := strconv.Atoi(strings.TrimPrefix(word, "L"))
		if err != nil || word[0] != 'L' || n < 0 || n >= len(f.Locs) {
			return nil, fmt.Errorf("%s has no location %s", f.Name, word)
		}
		return f.Locs[n], nil
	}
	from, _, _ = strings.Cut(from, "#")
	to, which, one := strings.Cut(to, "#")
	a, err := loc(from)
	if err != nil {
		return nil, err
	}
	b, err := loc(to)
	if err != nil {
		return nil, err
	}
	es := parallel(a, b)
	if one {
		n, err := strconv.Atoi(which)
		if err != nil || n < 0 || n >= len(es) {
			return nil, fmt.Errorf("%s has %d edges from %s to %s: no number %s", f.Name, len(es), from, to, which)
		}
		es = es[n : n+1]
	}
	if len(es) == 0 {
		return nil, fmt.Errorf("%s has no edge from %s to %s", f.Name, from, to)
	}
	return es, nil
}

// ConditionText returns the text form of a condition.
func ConditionText(c *Condition) string {
	var b strings.Builder
	if c.Note != "" {
		fmt.Fprintf(&b, "note %q\n", c.Note)
	}
	if c.Obligations != nil {
		b.WriteString("obligations")
		for _, o := range c.Obligations {
			fmt.Fprintf(&b, " %d", o.ID)
		}
		b.WriteString("\n")
	}
	for i, s := range c.States {
		fmt.Fprintf(&b, "state %d", i)
		if s.Verified {
			b.WriteString(" verified")
		} else if s.Stays {
			b.WriteString(" stays")
		}
		b.WriteString("\n")
		for _, st := range s.Steps {
			fmt.Fprintf(&b, "  %s: L%d %s", nameText(st.Edge.From.Func.Name), st.Edge.From.ID, endText(st.Edge))
			if st.Assume != nil {
				fmt.Fprintf(&b, " if %s", ir.ExprString(st.Assume))
			}
			fmt.Fprintf(&b, " goto %d\n", st.To)
		}
	}
	return b.String()
}

// TextError is an error in the text of a condition. Line and Col count from 1; Line is 0 if the error is not in a
// single line.
type TextError struct {
	Line, Col int
	Msg       string
}

func (e *TextError) Error() string {
	if e.Line == 0 {
		return e.Msg
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Msg)
}

// ParseCondition parses a condition. An error is a *TextError.
func ParseCondition(p *ir.Program, text string) (*Condition, error) {
	c := &Condition{}
	line := map[[2]int]int{} // by state and number of steps after the line: the line
	for n, raw := range strings.Split(text, "\n") {
		content := strings.TrimSpace(uncommented(raw))
		if content == "" {
			continue
		}
		if err := c.parse(p, content); err != nil {
			at := &TextError{Line: n + 1, Col: strings.Index(raw, content) + 1, Msg: err.Error()}
			var in *inLine
			if errors.As(err, &in) {
				at.Col += in.at
			}
			return nil, at
		}
		if k := len(c.States) - 1; k >= 0 {
			line[[2]int{k, len(c.States[k].Steps)}] = n + 1
		}
	}
	for i, s := range c.States {
		for k, st := range s.Steps {
			if st.To < 0 || st.To >= len(c.States) {
				for line[[2]int{i, k + 1}] == 0 && k < len(s.Steps) { // a line may name several edges
					k++
				}
				return nil, &TextError{Line: line[[2]int{i, k + 1}], Col: 1, Msg: fmt.Sprintf("a step of state %d: no state %d", i,
					st.To)}
			}
		}
	}
	return c, nil
}

// uncommented returns a line without its comment.
func uncommented(line string) string {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && quoted:
			i++
		case line[i] == '"':
			quoted = !quoted
		case !quoted && strings.HasPrefix(line[i:], "//"):
			return line[:i]
		}
	}
	return line
}

// inLine is an error at byte at of a line.
type inLine struct {
	at  int
	err error
}

func (e *inLine) Error() string { return e.err.Error() }

// parse parses one line, without its comment, and adds its content to c.
func (c *Condition) parse(p *ir.Program, line string) (err error) {
	switch words := strings.Fields(line); {
	case words[0] == "note":
		c.Note, err = strconv.Unquote(strings.TrimSpace(line[len("note"):]))
		if err != nil {
			return errors.New(`a note is a quoted text: note "..."`)
		}
	case words[0] == "obligations":
		if c.Obligations != nil {
			return errors.New("a second list of obligations")
		}
		c.Obligations = []*ir.Obligation{}
		for _, w := range words[1:] {
			n, err := strconv.Atoi(w)
			if err != nil || n < 0 || n >= len(p.Obligations) {
				return fmt.Errorf("no obligation %s in the program", w)
			}
			if slices.Contains(c.Obligations, p.Obligations[n]) {
				return fmt.Errorf("obligation %d twice", n)
			}
			c.Obligations = append(c.Obligations, p.Obligations[n])
		}
	case words[0] == "state":
		if len(words) < 2 || words[1] != strconv.Itoa(len(c.States)) || len(words) > 2 && words[2] != "verified" &&
			words[2] != "stays" || len(words) > 3 {
			return fmt.Errorf("state %d is next: state %d [verified | stays]", len(c.States), len(c.States))
		}
		c.States = append(c.States, ConditionState{Verified: len(words) == 3 && words[2] == "verified",
			Stays: len(words) == 3 && words[2] == "stays"})
	case len(c.States) == 0:
		return errors.New("a step before the first state")
	default:
		s := &c.States[len(c.States)-1]
		s.Steps, err = appendStep(p, s.Steps, line)
	}
	return err
}

// appendStep parses a step and appends it to steps, once for each edge that it names.
func appendStep(p *ir.Program, steps []ConditionStep, line string) ([]ConditionStep, error) {
	const form = "a step is FUNCTION: L2 L3 [if CONDITION] goto STATE"
	i := strings.LastIndex(line, " goto ")
	if i < 0 {
		return nil, errors.New(form)
	}
	to, err := strconv.Atoi(strings.TrimSpace(line[i+len(" goto "):]))
	if err != nil {
		return nil, errors.New(form)
	}
	edge, cond, guarded := strings.Cut(line[:i], " if ")
	f, way, err := inFunction(p, edge)
	if err != nil {
		return nil, err
	}
	if len(way) != 2 {
		return nil, errors.New(form)
	}
	var assume ir.Expr
	if guarded {
		from := len(edge) + len(" if ")
		if assume, err = ir.ParseExpr(cond, p, f); err != nil {
			var at *ir.ParseError
			if errors.As(err, &at) {
				return nil, &inLine{from + max(at.Col, 1) - 1, fmt.Errorf("%s (numbers have a type, as in 5:i32)", at.Msg)}
			}
			return nil, &inLine{from, err}
		}
		if err := condition(p, f, assume); err != nil {
			return nil, &inLine{from, err}
		}
	}
	es, err := edgesTo(f, way[0], way[1])
	for _, e := range es {
		steps = append(steps, ConditionStep{e, assume, to})
	}
	return steps, err
}

// condition returns an error if e is not a valid condition in f (nil: over global registers) and the extra registers.
func condition(p *ir.Program, f *ir.Func, e ir.Expr, extra ...*ir.Var) error {
	if err := ir.CheckExpr(p, f, e, extra...); err != nil {
		return err
	}
	if e.Type() != ir.B {
		return fmt.Errorf("a condition is needed, this is of type %s", e.Type())
	}
	return nil
}

// pieces calls f for the non-empty pieces of text between separators that are outside of parentheses and quotes. It
// stops at the first error, to which it adds the column of the piece.
func pieces(text string, sep byte, f func(string) error) error {
	from, depth, quoted := 0, 0, false
	for i := 0; i <= len(text); i++ {
		if i < len(text) {
			switch c := text[i]; {
			case c == '"':
				quoted = !quoted
				continue
			case quoted:
				continue
			case c == '(' || c == ')':
				depth += 1 - 2*int(c-'(')
				continue
			case c != sep || depth > 0:
				continue
			}
		}
		piece := text[from:i]
		if trimmed := strings.TrimSpace(piece); trimmed != "" {
			if err := f(trimmed); err != nil {
				return fmt.Errorf("column %d: %w", from+strings.Index(piece, trimmed)+1, err)
			}
		}
		from = i + 1
	}
	return nil
}

// inPiece returns an error of the parser of package ir without its line number, which is always 1.
func inPiece(err error) error {
	var e *ir.ParseError
	if errors.As(err, &e) {
		return fmt.Errorf("at character %d: %s (numbers have a type, as in 5:i32)", e.Col, e.Msg)
	}
	return err
}

// nameText returns a name of a function, quoted unless it is an identifier.
func nameText(s string) string {
	for i, c := range s {
		if c != '_' && (c < 'A' || 'Z' < c) && (c < 'a' || 'z' < c) && (i == 0 || c < '0' || '9' < c) {
			return strconv.Quote(s)
		}
	}
	return s
}
