package octagon_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/domain/octagon"
	"github.com/tandem-verifier/tandem/internal/golden"
)

// TestGolden runs the operations of testdata/*.oct, one per line, and compares the constraints of each result with the
// constraints after the line. A line is "assume FORM" (>= 0), "equal FORM", "DIM = FORM", "forget DIM", "before DIM =
// FORM" (Substitute), "bounds FORM", or "push" (saves the present element). Or it is "join", "meet", "widen" or
// "narrow", of the last saved element with the present one. A FORM is a sum, written as a list of numbers, NUMBER*DIM
// and ranges LO..HI.
func TestGolden(t *testing.T) {
	golden.Each(t, "testdata/*.oct", func(t *testing.T, file string) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		golden.Compare(t, strings.TrimSuffix(file, ".oct")+".txt", play(t, string(text)))
	})
}

// play runs the operations in text and returns text with their results.
func play(t *testing.T, text string) string {
	d := octagon.New(6)
	r := d.Top()
	var stack []octagon.State
	var out strings.Builder
	for line := range strings.Lines(text) {
		w := strings.Fields(line)
		if len(w) == 0 || w[0] == "#" {
			out.WriteString(line)
			if len(w) == 0 {
				r, stack = d.Top(), nil
			}
			continue
		}
		pop := func() octagon.State {
			o := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			return o
		}
		switch w[0] {
		case "assume", "equal":
			r = d.Assume(r, linear.Cons{Form: form(t, w[1:]), Equal: w[0] == "equal"})
		case "forget":
			r = d.Forget(r, dim(t, w[1]))
		case "before":
			r = d.(linear.Substituter[octagon.State]).Substitute(r, dim(t, w[1]), form(t, w[3:]))
		case "bounds":
			lo, hi := d.Bounds(r, form(t, w[1:]))
			fmt.Fprintf(&out, "%s -> %s..%s\n", strings.TrimSpace(line), lo, hi)
			continue
		case "push":
			stack = append(stack, r)
			continue
		case "join":
			r = d.Join(pop(), r)
		case "meet":
			r = d.Meet(pop(), r)
		case "widen":
			r = d.Widen(pop(), r, domain.NewThresholds([]domain.Wide{domain.WideInt(0), domain.WideInt(100)}, nil))
		case "narrow":
			r = d.Narrow(pop(), r)
		default:
			r = d.Assign(r, dim(t, w[0]), form(t, w[2:]))
		}
		fmt.Fprintf(&out, "%s\n", strings.TrimSpace(line))
		if d.IsBottom(r) {
			out.WriteString("    bottom\n")
			continue
		}
		for _, c := range d.Constraints(r) {
			fmt.Fprintf(&out, "    %s\n", c)
		}
	}
	return out.String()
}

// dim parses a dimension.
func dim(t *testing.T, s string) domain.Dim {
	n, err := strconv.Atoi(strings.TrimPrefix(s, "d"))
	if err != nil {
		t.Fatal(err)
	}
	return domain.Dim(n)
}

// form parses a FORM, given as words.
func form(t *testing.T, words []string) linear.Form {
	f := linear.Const(0)
	for _, w := range words {
		g := linear.Form{}
		if lo, hi, ok := strings.Cut(w, ".."); ok {
			g = linear.Between(number(t, lo), number(t, hi))
		} else if c, d, ok := strings.Cut(w, "*"); ok {
			k, _ := number(t, c).Int64()
			g.Terms = []linear.Term{{D: dim(t, d), C: k}}
		} else {
			g = linear.Between(number(t, w), number(t, w))
		}
		f, _ = f.Plus(g)
	}
	return f
}

// number parses a number.
func number(t *testing.T, s string) domain.Wide {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return domain.WideInt(n)
}
