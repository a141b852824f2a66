package witness

import (
	"fmt"
	"slices"
	"sort"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// places finds the edges and locations at positions that a witness names. The program is as the front end lowers it:
// before inlining, with all variables.
type places struct {
	p     *ir.Program
	src   Sources
	files []string // the program's files, as its positions spell them
	scope *scopes
	edges map[string][]placed // by file, sorted by offset
	lines map[string][]int    // by file: the offsets at which lines begin
	heads map[line][]*ir.Loc  // heads of loops, by the line of the keyword
	types typeNames           // the typedefs of the program
}

// line is a line of a file.
type line struct {
	file string
	n    int
}

// placed is an edge with the byte offset of its position.
type placed struct {
	e   *ir.Edge
	off int
}

// newPlaces returns the places of p in the given files.
func newPlaces(p *ir.Program, files []string, src Sources) *places {
	s := &places{p: p, src: src, files: files, scope: newScopes(p, src), edges: map[string][]placed{},
		lines: map[string][]int{}, heads: map[line][]*ir.Loc{}, types: src.typedefs(p.Model)}
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			if l.Loop != nil {
				at := line{l.Loop.Pos.File, l.Loop.Pos.Line}
				s.heads[at] = append(s.heads[at], l)
			}
		}
	}
	for _, f := range files {
		text, ok := src.get(f)
		if !ok {
			continue
		}
		s.lines[f] = lineStarts(text)
	}
	for _, f := range p.Funcs {
		if f == p.Entry {
			continue
		}
		for _, e := range f.Edges {
			starts := s.lines[e.Pos.File]
			if e.Pos.Line < 1 || e.Pos.Line > len(starts) || e.Pos.Col < 1 {
				continue
			}
			s.edges[e.Pos.File] = append(s.edges[e.Pos.File], placed{e, starts[e.Pos.Line-1] + e.Pos.Col - 1})
		}
	}
	for _, es := range s.edges {
		sort.SliceStable(es, func(i, j int) bool { return es[i].off < es[j].off })
	}
	return s
}

// file returns the program's file that a witness names, and its text.
func (s *places) file(name string) (string, []byte, error) {
	f := matchFile(name, s.files)
	if f == "" && len(s.files) == 1 {
		f = s.files[0]
	}
	text, ok := s.src.get(f)
	if f == "" || !ok {
		return "", nil, fmt.Errorf("%s is no file of the program", name)
	}
	return f, text, nil
}

// offset returns the place of a location as an offset. Without a column, it is the first token of the line other than a
// curly bracket.
func (s *places) offset(loc Location) (file string, text []byte, off int, err error) {
	file, text, err = s.file(loc.FileName)
	if err != nil {
		return
	}
	ok := loc.Line >= 1 && loc.Line <= len(s.lines[file])
	if !ok {
		return file, text, 0, fmt.Errorf("%s has no such place", loc)
	}
	start := s.lines[file][loc.Line-1]
	if loc.Column >= 1 {
		off, ok = offset(text[start:], 1, loc.Column)
		off += start
	} else if off, ok = start, start < len(text) || start == 0; ok {
		for off < len(text) && (text[off] == ' ' || text[off] == '\t' || text[off] == '}' || text[off] == '{') {
			off++
		}
	}
	if !ok {
		err = fmt.Errorf("%s has no such place", loc)
	}
	return
}

// String returns file:line:col.
func (l Location) String() string {
	return ir.Pos{File: l.FileName, Line: l.Line, Col: l.Column}.String()
}

// lookup returns a function that resolves names as C does at a position: to a *ir.Var, a *ir.Object, or nil. If header
// is set, the position may be a for statement, and the names that the statement declares are visible.
func (s *places) lookup(f *ir.Func, at ir.Pos, header bool) func(string) any {
	loop := &ir.Loop{Pos: at}
	if header {
		loop.Keyword = "for"
	}
	return func(name string) any {
		var best any
		var from ir.Pos
		consider := func(what any, source string, scope ir.Scope) {
			if source != name || !s.scope.covers(scope, loop) {
				return
			}
			_, object := what.(*ir.Object) // a parameter may be an object as well, into which its register is copied
			if best == nil || before(from, scope.From) || object && from == scope.From {
				best, from = what, scope.From
			}
		}
		for _, v := range f.Vars {
			consider(v, v.Source, v.Scope)
		}
		for _, o := range f.Objects {
			consider(o, o.Source, o.Scope)
		}
		if best != nil {
			return best
		}
		for _, v := range s.p.Globals {
			consider(v, v.Source, v.Scope)
		}
		for _, o := range s.p.Objects {
			consider(o, o.Source, o.Scope)
		}
		return best
	}
}

// loops returns the heads of the loop at a location. This is the loop whose keyword or label is at the location, or the
// only loop of the line. exact reports whether there is one; then heads is not empty.
func (s *places) loops(loc Location) (heads []*ir.Loc, exact bool, err error) {
	file, _, off, err := s.offset(loc)
	if err != nil {
		return nil, false, err
	}
	pos := s.pos(file, off)
	all := s.heads[line{file, loc.Line}]
	for _, l := range all {
		if l.Loop.Pos == pos {
			heads = append(heads, l)
		}
	}
	if len(heads) > 0 {
		return heads, true, nil
	}
	other := func(l *ir.Loc) bool { return l.Loop.Pos != all[0].Loop.Pos }
	if len(all) > 0 && loc.Column < 2 && !slices.ContainsFunc(all, other) {
		return all, true, nil
	}
	return nil, false, nil
}

// point is the point just before a statement: reached by the edges ins, or the location loc if ins is nil.
type point struct {
	loc *ir.Loc
	ins []*ir.Edge
	pos ir.Pos // the position of the statement
}

// statement returns the point before the statement at a location. It skips statements without code, up to the end of
// the block.
func (s *places) statement(loc Location) (point, error) {
	file, text, off, err := s.offset(loc)
	if err != nil {
		return point{}, err
	}
	none := fmt.Errorf("there is no statement at %s", loc)
	if off > 0 && off < len(text) && isIdent(text[off]) && isIdent(text[off-1]) {
		return point{}, none
	}
	for range 50 {
		off = skipBlank(text, off)
		if off >= len(text) || text[off] == '}' {
			return point{}, none
		}
		if text[off] == '{' || text[off] == ';' {
			off++
			continue
		}
		if next, ok := label(text, off); ok {
			off = next
			continue
		}
		end := stmtEnd(text, off, 0)
		if pt, ok := s.enter(file, off, end); ok {
			pt.pos = s.pos(file, off)
			return pt, nil
		}
		if end <= off || jumps(text, off) {
			return point{}, none
		}
		off = end
	}
	return point{}, none
}

// pos returns the position of an offset in one of the program's files.
func (s *places) pos(file string, off int) ir.Pos {
	starts := s.lines[file]
	i := sort.SearchInts(starts, off+1)
	return ir.Pos{File: file, Line: i, Col: off - starts[i-1] + 1}
}

// jumps reports whether control does not continue after the statement at off.
func jumps(text []byte, off int) bool {
	for _, w := range []string{"break", "continue", "goto", "return"} {
		if startsWord(text, off, w) {
			return true
		}
	}
	return false
}

// within returns the edges of a file whose positions lie in the given range of offsets.
func (s *places) within(file string, from, to int) []placed {
	es := s.edges[file]
	i := sort.Search(len(es), func(i int) bool { return es[i].off >= from })
	j := sort.Search(len(es), func(i int) bool { return es[i].off >= to })
	return es[i:max(i, j)]
}

// enter returns the point where control enters a range of the text.
func (s *places) enter(file string, from, to int) (point, bool) {
	es := s.within(file, from, to)
	in := map[*ir.Edge]bool{}
	for _, e := range es {
		in[e.e] = true
	}
	for _, e := range es {
		l := e.e.From
		var ins []*ir.Edge
		for _, x := range l.In {
			if !in[x] {
				ins = append(ins, x)
			}
		}
		if l == l.Func.Entry {
			return point{loc: l}, true
		}
		if len(ins) > 0 {
			return point{loc: l, ins: ins}, true
		}
	}
	return point{}, false
}

// calls returns the edges of the call whose closing bracket is at a location. The location may also be the first
// character of the call or, without a column, the line of the first call.
func (s *places) calls(loc Location) ([]*ir.Edge, error) {
	file, text, off, err := s.offset(loc)
	if err != nil {
		return nil, err
	}
	byEnd, byStart, byLine := map[int][]*ir.Edge{}, map[int][]*ir.Edge{}, map[int][]*ir.Edge{}
	first := -1
	start, _ := lineStart(text, loc.Line)
	row, _ := lineAt(text, loc.Line)
	for _, x := range s.edges[file] {
		if !isCallStmt(x.e.Stmt) || x.off > off && x.off >= start+len(row) {
			continue
		}
		name := callName(text, x.off)
		if name == "" {
			continue
		}
		end, ok := closing(text, skipBlank(text, x.off+len(name)))
		if !ok {
			continue
		}
		byEnd[end] = append(byEnd[end], x.e)
		byStart[x.off] = append(byStart[x.off], x.e)
		if x.off >= start && x.off < start+len(row) {
			byLine[x.off] = append(byLine[x.off], x.e)
			if first < 0 {
				first = x.off
			}
		}
	}
	switch {
	case loc.Column >= 1 && byEnd[off] != nil:
		return byEnd[off], nil
	case loc.Column >= 1 && byStart[off] != nil:
		return byStart[off], nil
	case first >= 0 && loc.Column < 1:
		return byLine[first], nil
	}
	return nil, fmt.Errorf("there is no call at %s", loc)
}

// isCallStmt reports whether a statement is a call in the source.
func isCallStmt(st ir.Stmt) bool {
	switch st := st.(type) { // sound: a waypoint at another statement is an error
	case *ir.Call, *ir.Alloc, *ir.Free, *ir.Math:
		return true
	case *ir.Input:
		return st.Site.Kind != ir.Uninit
	}
	return false
}

// callName returns the word at off if a bracket follows; otherwise "".
func callName(text []byte, off int) string {
	end := off
	for end < len(text) && isIdent(text[end]) {
		end++
	}
	if end == off || off > 0 && isIdent(text[off-1]) {
		return ""
	}
	if open := skipBlank(text, end); open >= len(text) || text[open] != '(' {
		return ""
	}
	return string(text[off:end])
}
