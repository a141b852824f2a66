package cpa

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cpa"
	"github.com/tandem-verifier/tandem/internal/engine/options"
	"github.com/tandem-verifier/tandem/internal/near"
)

// Config has the analyses of a product, and the options of the exploration.
type Config struct {
	Parts    []Part
	Order    string // "" for the order that the first part with a preference prefers, else the first of cpa.Orders
	Bound    int    // how often the head of a loop may be visited; 0 for no bound
	Prefixes int    // number of infeasible prefixes of a path that are compared for the best refinement
	Untested bool   // run no tests near paths
	ByValues bool   // recognise bounds of ranges by the values of their tests
}

// Part is an analysis, with its options: the text in parentheses after its name.
type Part struct{ Name, Option string }

// Default returns the configuration without options.
func Default() Config {
	return Config{Parts: []Part{{Name: numericComponent.name}}, Prefixes: 1}
}

// has reports whether an analysis is one of the parts.
func (c Config) has(name string) bool {
	return slices.ContainsFunc(c.Parts, func(p Part) bool { return p.Name == name })
}

// component describes an analysis that users can name.
type component struct {
	name, doc string
	options   []string           // the texts that may be in parentheses, for the documentation
	check     func(string) error // checks the text in parentheses; nil if the text must be one of options
	order     string             // the order that is best for this analysis alone; "": the first
	ranged    string             // the best order in a range of paths; "" if the analysis merges states
	open      opener
}

// opener makes an analysis for a worker with the text in parentheses. The error, which ends the worker, means that
// there is no solver or that the context has ended.
type opener func(ctx context.Context, w *worker, option string) (cpa.Analysis, error)

// components returns all analyses.
func components() []component {
	return []component{valueComponent, numericComponent, predicateComponent, symbolicComponent}
}

// componentNames returns the names of all analyses.
func componentNames() (out []string) {
	for _, p := range components() {
		out = append(out, p.name)
	}
	return out
}

// named returns the component with the given name.
func named(name string) (component, bool) {
	all := components()
	i := slices.IndexFunc(all, func(p component) bool { return p.name == name })
	if i < 0 {
		return component{}, false
	}
	return all[i], true
}

// order returns the order in which nodes are expanded. within is set if the worker has a range of paths. If in addition
// all analyses of the product keep paths apart, the order is the order of paths, so that the beginning of the range is
// explored first.
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

// oneOf returns a check that a text is one of words.
func oneOf(kind string, words []string) func(string) error {
	return func(text string) error {
		_, err := options.Index(kind, text, words)
		return err
	}
}

// Parse reads analyses with + between them, then options, separated by commas: order=NAME, bound=K (how often the head
// of a loop may be visited), prefixes=N (how many infeasible prefixes of a path are compared), tests=on|off (whether
// tests near paths are run), reduction=values|decisions (how the bounds of a range of paths are recognised).
func Parse(text string) (Config, error) {
	cfg := Default()
	words := split(text, ',')
	if first, _, isOption := strings.Cut(words[0], "="); !isOption || strings.Contains(first, "(") {
		cfg.Parts = nil
		for _, name := range split(words[0], '+') {
			p, err := parsePart(name)
			if err != nil {
				return cfg, err
			}
			if slices.Contains(cfg.Parts, p) {
				return cfg, fmt.Errorf("%s twice in one product", name)
			}
			cfg.Parts = append(cfg.Parts, p)
		}
		if words = words[1:]; len(words) == 0 {
			return cfg, nil
		}
	}
	orders := orderNames()
	_, err := options.Read(options.Owner{Name: "engine cpa", Doc: "docs/cpa.md"}, strings.Join(words, ","),
		options.Words("order", orders, func(i int) { cfg.Order = orders[i] }),
		options.Number("bound", &cfg.Bound, 1, math.MaxInt32),
		options.Number("prefixes", &cfg.Prefixes, 1, math.MaxInt32),
		options.Words("tests", []string{"on", "off"}, func(i int) { cfg.Untested = i == 1 }),
		options.Words("reduction", []string{"decisions", "values"}, func(i int) { cfg.ByValues = i == 1 }))
	return cfg, err
}

// orderNames returns the names of all orders.
func orderNames() (out []string) {
	for _, o := range cpa.Orders() {
		out = append(out, o.Name)
	}
	return out
}

// split cuts text at each occurrence of the byte at that is not in parentheses.
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

// parsePart reads NAME or NAME(OPTION).
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
			strings.Join(componentNames(), ", "))
	case !known:
		return Part{}, fmt.Errorf("no analysis %q%s (there are: %s; + between two is their product)", name,
			near.Mean(name, componentNames()), strings.Join(componentNames(), ", "))
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
