package condition

import (
	"strings"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// texts has the statements of a program as they are written in its source.
type texts struct {
	edges map[string]*ir.Edge // by text without blanks: the edge, nil if there are several
	names map[*ir.Edge]string // by edge with a unique text: the text
	all   *source             // the tokens of all files
}

// statements computes the texts of edges from the source files that can be read:
//
//	if (x < 5)     the two branches that begin there: [x < 5] and [!(x < 5)]
//	x = y + 1;     the last edge, if the statement is a chain of edges that no other edge enters
func statements(p *ir.Program) texts {
	t := texts{map[string]*ir.Edge{}, map[*ir.Edge]string{}, &source{}}
	lines := map[string][]string{}
	for _, f := range p.Files {
		if text, err := verify.ReadFile(f.Name); err == nil {
			lines[f.Name] = strings.Split(string(text), "\n")
			t.all.add(string(text))
		}
	}
	at := map[ir.Pos][]*ir.Edge{}
	var order []ir.Pos
	for _, f := range p.Funcs {
		for _, e := range f.Edges {
			if at[e.Pos] == nil {
				order = append(order, e.Pos)
			}
			at[e.Pos] = append(at[e.Pos], e)
		}
	}
	for _, pos := range order {
		ls := lines[pos.File]
		if pos.Line < 1 || pos.Line > len(ls) || pos.Col < 1 || pos.Col > len(ls[pos.Line-1]) {
			continue
		}
		text := ls[pos.Line-1][pos.Col-1:]
		yes, no, rest := branches(at[pos])
		switch cond := condition(text); {
		case yes != nil && no != nil && cond != "":
			if t.all.several(cond, true) {
				t.edges[normal("["+cond+"]")], t.edges[normal("[!("+cond+")]")] = nil, nil
				continue
			}
			t.name(yes, "["+cond+"]")
			t.name(no, "[!("+cond+")]")
		case yes == nil && no == nil && chain(rest):
			end := strings.Index(text, ";")
			if end > 0 && !strings.ContainsAny(text[:end], "{}\"") && strings.Count(text[:end], "(") == strings.Count(text[:end],
				")") && !t.all.several(text[:end], false) {
				t.name(rest[len(rest)-1], text[:end+1])
			}
		}
	}
	for e, name := range t.names {
		if t.edges[normal(name)] != e {
			delete(t.names, e)
		}
	}
	return t
}

// name gives an edge its text. If another edge has this text, it belongs to neither.
func (t *texts) name(e *ir.Edge, text string) {
	if _, taken := t.edges[normal(text)]; taken {
		t.edges[normal(text)] = nil
		return
	}
	t.edges[normal(text)], t.names[e] = e, text
}

// branches returns the edge with mark True, the one with mark False, and the others. If there are several pairs, no is
// nil.
func branches(es []*ir.Edge) (yes, no *ir.Edge, rest []*ir.Edge) {
	many := false
	for _, e := range es {
		a, is := e.Stmt.(*ir.Assume)
		switch {
		case is && a.Mark == ir.True:
			many = many || yes != nil
			yes = e
		case is && a.Mark == ir.False:
			many = many || no != nil
			no = e
		default:
			rest = append(rest, e)
		}
	}
	if many || yes != nil && no != nil && yes.From != no.From {
		return yes, nil, rest
	}
	return yes, no, rest
}

// chain reports whether each edge leads to the next one, and no other edge enters or leaves in between.
func chain(es []*ir.Edge) bool {
	for i, e := range es {
		if _, call := e.Stmt.(*ir.Call); call || len(e.From.Out) != 1 || i > 0 &&
			(es[i-1].To != e.From || len(e.From.In) != 1) {
			return false
		}
	}
	return len(es) > 0
}

// condition returns the condition in the parentheses after if or while; "" if it may be more than one branch.
func condition(text string) string {
	word := strings.TrimRight(text[:max(strings.IndexByte(text, '('), 0)], " ")
	if word != "if" && word != "while" {
		return ""
	}
	depth := 0
	from := strings.IndexByte(text, '(')
	for i := from; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return strings.TrimSpace(text[from+1 : i])
			}
		case '"', '\'', '&', '|', '?': // possibly more than one branch, or a parenthesis in a literal
			return ""
		}
	}
	return ""
}
