package cprint

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Inputs that are addresses of objects: a table of these objects, filled when they are made.

// places reports whether there are any.
func (g *gen) places() bool { return len(g.placed()) > 0 }

// placed lists the objects, without offsets, in the order of the records.
func (g *gen) placed() []ir.Place {
	var out []ir.Place
	for _, r := range sorted(g.opt.Records) {
		at := r.At
		at.Off = 0
		if at.Kind != ir.Number && !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	return out
}

// placeOf is the number of a place's object in the table, from 1.
func (g *gen) placeOf(at ir.Place) int {
	at.Off = 0
	return slices.Index(g.placed(), at) + 1
}

// placeTable writes the table and what looks into it.
func (g *gen) placeTable(b *bytes.Buffer) {
	ps := g.placed()
	if len(ps) == 0 {
		return
	}
	b.WriteString("/* Objects whose addresses are inputs: the site and the execution of it that make them; -1: a " +
		"global, or a function. */\n")
	fmt.Fprintf(b, "static struct { int site, occ; tandem_ptr at; } tandem_places[%d] = {\n", len(ps))
	for _, at := range ps {
		if at.Kind == ir.OfSite {
			fmt.Fprintf(b, "  {%d, %d, 0},\n", at.ID, at.Occ)
		} else {
			b.WriteString("  {-1, 0, 0},\n")
		}
	}
	writeC(b, "places", len(ps))
}

// setPlaces fills in what is there from the start.
func (g *gen) setPlaces(b *bytes.Buffer) {
	for i, at := range g.placed() {
		switch at.Kind {
		case ir.OfGlobal:
			fmt.Fprintf(b, "  tandem_places[%d].at = (tandem_ptr)%s;\n", i, g.address(g.p.Objects[at.ID]))
		case ir.OfFunc:
			fmt.Fprintf(b, "  tandem_places[%d].at = %s;\n", i, g.expr(&ir.FuncAddr{Func: g.p.Funcs[at.ID], T: g.p.Model.Ptr()}))
		case ir.Number, ir.OfSite: // set where they are made, or numbers
		}
	}
}
