package cpa

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/near"
)

// Config says which analyses run side by side, and how.
type Config struct {
	Parts    []Part
	Order    string // "": that of the first part that has one, else the first of all
	Bound    int    // visits of a loop's head that are followed; 0: all
	Prefixes int    // infeasible prefixes of a path of which the best is refined
	Untested bool   // no runs at the side of paths
	ByValues bool   // bounds of ranges are known by the values of their tests
}

// Part is an analysis, with what stands in parentheses behind its name.
type Part struct{ Name, Option string }

// Default is the configuration without options.
func Default() Config {
	return Config{Parts: []Part{{Name: numericPart.name}}, Prefixes: 1}
}

// has reports whether an analysis is one of the parts.
func (c Config) has(name string) bool {
	return slices.ContainsFunc(c.Parts, func(p Part) bool { return p.Name == name })
}

// part is an analysis as users name it.
type part struct {
	name, doc string
	options   []string           // words in parentheses, as the documentation has them
	check     func(string) error // of the text in parentheses; nil: it is one of them
	order     string             // which is best for it alone; "": the first
	ranged    string             // the order in a range of paths, of one that never merges; "": it does
	open      opener
}

// opener makes an analysis for a worker. An error is a reason for giving up: no solver, the end of the context.
type opener func(ctx context.Context, w *worker, option string) (cpa.Analysis, error)

// parts lists the analyses.
func parts() []part { return []part{valuePart, numericPart, predicatePart, symbolicPart} }

func partNames() (out []string) {
	for _, p := range parts() {
		out = append(out, p.name)
	}
	return out
}

func named(name string) (part, bool) {
	all := parts()
	i := slices.IndexFunc(all, func(p part) bool { return p.name == name })
	if i < 0 {
		return part{}, false
	}
	return all[i], true
}

// order is that in which nodes are gone on from. In a range it is that of paths if all of the product keep them apart:
// then the beginning is done first.
func (c Config) order(within bool) cpa.Order {
	name, ranged := c.Order, ""
	apart := within
	for _, p := range c.Parts {
		of, _ := named(p.Name)
		if name == "" {
			name = of.order
		}
		if apart = apart && of.ranged != ""; ranged == "" {
			ranged = of.ranged
		}
	}
	if apart && c.Order == "" {
		name = ranged
	}
	all := cpa.Orders()
	return all[max(slices.IndexFunc(all, func(o cpa.Order) bool { return o.Name == name }), 0)]
}

// oneOf wants one of some words.
func oneOf(what string, words []string) func(string) error {
	return func(text string) error {
		if !slices.Contains(words, text) {
			return fmt.Errorf("no %s %q%s (there are: %s)", what, text, near.Mean(text, words), strings.Join(words, ", "))
		}
		return nil
	}
}

// numbers says what options with numbers are.
var numbers = map[string]string{
	"bound":    "how often the head of a loop may be visited",
	"prefixes": "how many infeasible prefixes of a path are compared",
}

// Parse reads the options: analyses with + between them, then key=value, with commas.
func Parse(text string) (Config, error) {
	cfg, given := Default(), map[string]bool{}
	for i, word := range split(text, ',') {
		key, value, ok := strings.Cut(word, "=")
		twice := given[key]
		given[key] = true
		switch {
		case twice && key != "":
			return cfg, fmt.Errorf("option %s twice", key)
		case i == 0 && (!ok || strings.Contains(key, "(")):
			cfg.Parts = nil
			for _, name := range split(word, '+') {
				p, err := parsePart(name)
				if err != nil {
					return cfg, err
				}
				if slices.ContainsFunc(cfg.Parts, func(q Part) bool { return q == p }) {
					return cfg, fmt.Errorf("%s twice in one product", name)
				}
				cfg.Parts = append(cfg.Parts, p)
			}
		case key == "order":
			names := orderNames()
			if !slices.Contains(names, value) {
				return cfg, fmt.Errorf("no order %q%s (there are: %s)", value, near.Mean(value, names), orderList())
			}
			cfg.Order = value
		case key == "bound" || key == "prefixes":
			k, err := strconv.Atoi(value)
			if err != nil || k < 1 || k > math.MaxInt32 {
				return cfg, fmt.Errorf("%s=%s: a number from 1 on is expected: %s", key, value, numbers[key])
			}
			if key == "bound" {
				cfg.Bound = k
			} else {
				cfg.Prefixes = k
			}
		case key == "tests":
			if value != "on" && value != "off" {
				return cfg, fmt.Errorf("tests=%s: on or off is expected: runs at the side of paths", value)
			}
			cfg.Untested = value == "off"
		case key == "reduction":
			if value != "values" && value != "decisions" {
				return cfg, fmt.Errorf("reduction=%s: values or decisions is expected: what the bounds of a range of paths are "+
					"known by", value)
			}
			cfg.ByValues = value == "values"
		default:
			keys := []string{"order", "bound", "prefixes", "tests", "reduction"}
			return cfg, fmt.Errorf("no option %q%s (there are: order=NAME, bound=K, prefixes=N, tests=off, reduction=values; "+
				"docs/cpa.md)", word, near.Mean(key, keys))
		}
	}
	return cfg, nil
}

func orderNames() (out []string) {
	for _, o := range cpa.Orders() {
		out = append(out, o.Name)
	}
	return out
}

func orderList() string {
	var out []string
	for _, o := range cpa.Orders() {
		out = append(out, fmt.Sprintf("%s: %s", o.Name, o.Doc))
	}
	return strings.Join(out, "; ")
}

// split cuts at a letter outside of parentheses.
func split(text string, at byte) (out []string) {
	depth, start := 0, 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == at && depth <= 0:
			out = append(out, text[start:i])
			start = i + 1
		}
	}
	return append(out, text[start:])
}

func parsePart(text string) (Part, error) {
	name, option, ok := strings.Cut(text, "(")
	if ok {
		if option, ok = strings.CutSuffix(option, ")"); !ok {
			return Part{}, fmt.Errorf("%q: a parenthesis does not end", text)
		}
	}
	p, known := named(name)
	switch {
	case !known && text == "":
		return Part{}, fmt.Errorf("an analysis is expected (there are: %s; + between two is their product)",
			strings.Join(partNames(), ", "))
	case !known:
		return Part{}, fmt.Errorf("no analysis %q%s (there are: %s; + between two is their product)", name,
			near.Mean(name, partNames()), strings.Join(partNames(), ", "))
	case ok && option == "":
		return Part{}, fmt.Errorf("analysis %s: nothing in the parentheses", name)
	case ok && p.options == nil:
		return Part{}, fmt.Errorf("analysis %s has no options", name)
	case ok:
		check := p.check
		if check == nil {
			check = oneOf("option", p.options)
		}
		if err := check(option); err != nil {
			return Part{}, fmt.Errorf("analysis %s: %w", name, err)
		}
	}
	return Part{name, option}, nil
}
