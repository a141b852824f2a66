package layout

import (
	"math/big"
	"slices"

	"modernc.org/cc/v4"
)

// switchLabel is a case label with the range lo..hi of its numbers, converted to the type of the switch's expression.
type switchLabel struct {
	lo, hi *big.Int
	at     int // its index in the order of the text
	node   *cc.LabeledStatement
}

// switchLabels reports an error for two labels of a switch that have a number in common, and for a second default (C17
// 6.8.4.2p3, and gcc for ranges).
func (a *adder) switchLabels(n *cc.SelectionStatement) {
	t := a.l.promoted(a.l.typing.typeOf(n.ExpressionList).decayed())
	var deflt *cc.LabeledStatement
	var labels []switchLabel
	for i, ls := range CaseLabels(n.Statement) {
		if ls.Case == cc.LabeledStatementDefault {
			if deflt != nil {
				a.fail(ls, "a second default in one switch, the first is at "+a.u.Pos(deflt).String())
			}
			deflt = ls
			continue
		}
		lo, ok, err := a.l.ConstInt(ls.ConstantExpression)
		if err != nil || !ok {
			continue // the lowering reports the error
		}
		s := switchLabel{lo: a.l.caseValue(lo, t), at: i, node: ls}
		if s.hi = s.lo; ls.Case == cc.LabeledStatementRange {
			hi, ok, err := a.l.ConstInt(ls.ConstantExpression2)
			if err != nil || !ok {
				continue
			}
			if s.hi = a.l.caseValue(hi, t); s.hi.Cmp(s.lo) < 0 {
				continue // an empty range
			}
		}
		labels = append(labels, s)
	}
	slices.SortStableFunc(labels, func(x, y switchLabel) int { return x.lo.Cmp(y.lo) })
	// The error is for the first label of the text that overlaps with an earlier label.
	var first, second switchLabel // node is nil while no labels overlap
	for i, last := 1, 0; i < len(labels); i++ {
		x, y := labels[last], labels[i]
		if y.hi.Cmp(x.hi) > 0 {
			last = i // otherwise x is a range that extends beyond y
		}
		if x.hi.Cmp(y.lo) < 0 {
			continue
		}
		if x.at > y.at {
			x, y = y, x
		}
		if second.node == nil || y.at < second.at {
			first, second = x, y
		}
	}
	if second.node == nil {
		return
	}
	what := "duplicate case label, the first is at "
	if first.node.Case == cc.LabeledStatementRange || second.node.Case == cc.LabeledStatementRange {
		what = "a case label overlaps with the one at "
	}
	a.fail(second.node, what+a.u.Pos(first.node).String())
}

// caseValue returns v converted to type t; it returns v itself if t is nil, since the type is not known.
func (l *Layout) caseValue(v *big.Int, t *ctype) *big.Int {
	if t == nil {
		return v
	}
	bits, signed, ok := l.intKind(t.kind)
	if t.bits > 0 {
		bits = t.bits
	}
	if !ok || fits(v, bits, signed) {
		return v
	}
	size := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	v = new(big.Int).Mod(v, size)
	if signed && v.Bit(bits-1) == 1 {
		v.Sub(v, size)
	}
	return v
}

// CaseLabels returns the labels of a switch with body s, in order, without the labels of inner switches.
func CaseLabels(s *cc.Statement) (list []*cc.LabeledStatement) {
	var stmt func(s *cc.Statement)
	var block func(c *cc.CompoundStatement)
	stmt = func(s *cc.Statement) {
		if s == nil {
			return
		}
		switch s.Case {
		case cc.StatementLabeled:
			if s.LabeledStatement.Case != cc.LabeledStatementLabel {
				list = append(list, s.LabeledStatement)
			}
			stmt(s.LabeledStatement.Statement)
		case cc.StatementCompound:
			block(s.CompoundStatement)
		case cc.StatementSelection:
			if s.SelectionStatement.Case != cc.SelectionStatementSwitch {
				stmt(s.SelectionStatement.Statement)
				stmt(s.SelectionStatement.Statement2)
			}
		case cc.StatementIteration:
			stmt(s.IterationStatement.Statement)
		}
	}
	block = func(c *cc.CompoundStatement) {
		for l := c.BlockItemList; l != nil; l = l.BlockItemList {
			if l.BlockItem.Case == cc.BlockItemStmt {
				stmt(l.BlockItem.Statement)
			}
		}
	}
	stmt(s)
	return list
}
