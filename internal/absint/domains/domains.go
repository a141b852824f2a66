// Package domains lists the numeric domains that programs are analysed in.
//
//	d, ok := domains.Named("octagon+congruence")
//	r := d.Forward(ctx, absint.Prepare(prog), absint.Config{})
//
// From cheap to dear; the last is the default of those who have no choice.
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

// All lists them.
func All() []absint.Domain {
	return []absint.Domain{
		absint.In("interval", values(), false),
		absint.In("interval+congruence", box(), true),
		absint.In("powerset", powerset.New(values(), 4), true),
		absint.In("octagon", relation.New(values(), octagon.New(16)), true),
		absint.In("octagon+congruence", relation.New(box(), octagon.New(16)), true),
		absint.In("polyhedra", relation.New(values(), polyhedra.New(14)), true),
		absint.In("polyhedra+congruence", relation.New(box(), polyhedra.New(14)), true),
	}
}

// Names are theirs.
func Names() (out []string) {
	for _, d := range All() {
		out = append(out, d.Name)
	}
	return out
}

// Named finds one; "" is the last.
func Named(name string) (d absint.Domain, ok bool) {
	for _, d = range All() {
		if d.Name == name {
			return d, true
		}
	}
	return d, name == ""
}

// values are intervals and small sets.
func values() domain.Domain[interval.State] { return interval.New(8) }

func box() domain.Domain[product.State[interval.State, congruence.State]] {
	return product.New(values(), congruence.New())
}
