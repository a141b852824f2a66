// Package domains lists the numeric domains in which programs can be analysed.
//
//	d, ok := domains.Named("octagon+congruence")
//	r := d.Forward(ctx, absint.Prepare(prog), absint.Config{})
//
// The list goes from cheap to expensive domains; the last one is the default. A new domain needs a folder under
// internal/domain and a row here. The engines iat, cpa and traceabs accept the names of the list as options (domain=,
// numeric(...), setting=). The domains with a Cost are tried one after the other by cpa, synergy and traceabs (Ladder).
// The engine intervals has only the domain interval. A product or a powerset of domains is a row of its own.
package domains

import (
	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/congruence"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/domain/linear"
	"github.com/tandem-verifier/tandem/internal/domain/octagon"
	"github.com/tandem-verifier/tandem/internal/domain/polyhedra"
	"github.com/tandem-verifier/tandem/internal/domain/powerset"
	"github.com/tandem-verifier/tandem/internal/domain/product"
	"github.com/tandem-verifier/tandem/internal/domain/relation"
	"github.com/tandem-verifier/tandem/internal/domain/template"
)

// Row is a domain of the list.
type Row struct {
	absint.Domain
	Cost int // approximate time per edge, relative to intervals; 0 if no Ladder has the domain
	// Bounds is set if the domain has a lower and an upper bound of each variable. With such a domain, iat proves what
	// splitting the input space decides.
	Bounds bool
	Says   string // what it can say of integers; docs/iat.md has the table
}

// List returns a row for each domain.
func List() []Row {
	return []Row{
		{absint.In("interval", values(), false), 1, true,
			"ranges, and a handful of single values"},
		{absint.In("interval+congruence", box(), true), 0, true,
			"and `x` is `r` modulo `m`"},
		{absint.In("powerset", powerset.New(values(), 4), true), 0, true,
			"up to four sets of ranges, of which one holds"},
		{absint.In("octagon", relation.New(values(), octagon.New(16)), true), 0, true,
			"intervals and `±x ±y <= c`"},
		{absint.In("octagon+congruence", relation.New(box(), octagon.New(16)), true), 500, true,
			"all of these"},
		{absint.In("polyhedra", relation.New(values(), polyhedra.New(14)), true), 0, true,
			"intervals and any linear inequalities"},
		{absint.In("polyhedra+congruence", relation.New(box(), polyhedra.New(14)), true), 2000, true,
			"the strongest, and the slowest"},
	}
}

// Names returns the names of all domains.
func Names() (out []string) {
	for _, r := range List() {
		out = append(out, r.Name)
	}
	return out
}

// Named returns the domain with this name, or the default domain if name is "". ok is false if there is no such domain.
func Named(name string) (d absint.Domain, ok bool) {
	for _, r := range List() {
		if d = r.Domain; d.Name == name {
			return d, true
		}
	}
	return d, name == ""
}

// values returns the domain of intervals and small sets of values.
func values() domain.Domain[interval.State] { return interval.New(8) }

// Sums returns the domain of intervals and upper bounds of the given sums, over integers (package template).
func Sums(sums []absint.Sum) absint.Domain {
	type state = relation.State[interval.State, template.State]
	of := func(forms []linear.Form, dims absint.Dims) domain.Domain[state] {
		var all []relation.Typed
		seen := map[domain.Dim]bool{}
		for _, f := range forms {
			for _, t := range f.Terms {
				if !seen[t.D] {
					seen[t.D] = true
					all = append(all, relation.Typed{D: t.D, T: dims.TypeOf(t.D)})
				}
			}
		}
		return relation.New(values(), template.New(forms, dims.Single), all...)
	}
	return absint.InSums("sums", sums, of)
}

// box returns the reduced product of values and congruences.
func box() domain.Domain[product.State[interval.State, congruence.State]] {
	return product.New(values(), congruence.New())
}
