// Package domains lists the numeric domains in which programs can be analysed.
//
//	d, ok := domains.Named("octagon+congruence")
//	r := d.Forward(ctx, absint.Prepare(prog), absint.Config{})
//
// The list goes from cheap to expensive domains; the last one is the default. A new domain needs a folder under
// internal/domain and a row here. Engines take the names of domains, and the order in which they try domains, from this
// list.
package domains

import (
	"github.com/tandem-verifier/tandem/internal/absint"
	"github.com/tandem-verifier/tandem/internal/domain"
	"github.com/tandem-verifier/tandem/internal/domain/congruence"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/domain/octagon"
	"github.com/tandem-verifier/tandem/internal/domain/polyhedra"
	"github.com/tandem-verifier/tandem/internal/domain/powerset"
	"github.com/tandem-verifier/tandem/internal/domain/product"
	"github.com/tandem-verifier/tandem/internal/domain/relation"
)

// row is a domain of the list.
type row struct {
	absint.Domain
	cost int // approximate time per edge, relative to intervals; 0 if no Ladder has the domain
}

// list has a row for each domain. Engines offer all domains by name, and try the domains with a cost one after the
// other.
func list() []row {
	return []row{
		{absint.In("interval", values(), false), 1},
		{absint.In("interval+congruence", box(), true), 0},
		{absint.In("powerset", powerset.New(values(), 4), true), 0},
		{absint.In("octagon", relation.New(values(), octagon.New(16)), true), 0},
		{absint.In("octagon+congruence", relation.New(box(), octagon.New(16)), true), 500},
		{absint.In("polyhedra", relation.New(values(), polyhedra.New(14)), true), 0},
		{absint.In("polyhedra+congruence", relation.New(box(), polyhedra.New(14)), true), 2000},
	}
}

// All returns the domains of the list.
func All() (out []absint.Domain) {
	for _, r := range list() {
		out = append(out, r.Domain)
	}
	return out
}

// Names returns the names of all domains.
func Names() (out []string) {
	for _, d := range All() {
		out = append(out, d.Name)
	}
	return out
}

// Named returns the domain with this name, or the default domain if name is "". ok is false if there is no such domain.
func Named(name string) (d absint.Domain, ok bool) {
	for _, d = range All() {
		if d.Name == name {
			return d, true
		}
	}
	return d, name == ""
}

// values returns the domain of intervals and small sets of values.
func values() domain.Domain[interval.State] { return interval.New(8) }

// box returns the reduced product of values and congruences.
func box() domain.Domain[product.State[interval.State, congruence.State]] {
	return product.New(values(), congruence.New())
}
