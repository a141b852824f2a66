package cprint

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// An input may be the address of an object (ir.Place). The printed program has a table of the objects of all such
// inputs, and enters their addresses when they are made.

// places reports whether an input is the address of an object.
func (g *gen) places() bool { return len(g.placed()) > 0 }

// placed returns the objects of these inputs without duplicates, as places with offset 0, in the order of the records.
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

// placeOf returns the number in the table of a place's object, counted from 1.
func (g *gen) placeOf(at ir.Place) int {
	at.Off = 0
	return slices.Index(g.placed(), at) + 1
}

// placeTable writes the table and the functions that read it. It writes nothing if the table is empty.
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

// setPlaces writes the statements that enter the addresses of globals and functions when the program starts.
func (g *gen) setPlaces(b *bytes.Buffer) {
	for i, at := range g.placed() {
		switch at.Kind {
		case ir.OfGlobal:
			fmt.Fprintf(b, "  tandem_places[%d].at = (tandem_ptr)%s;\n", i, g.address(g.p.Objects[at.ID]))
		case ir.OfFunc:
			fmt.Fprintf(b, "  tandem_places[%d].at = %s;\n", i, g.expr(&ir.FuncAddr{Func: g.p.Funcs[at.ID], T: g.p.Model.Ptr()}))
		case ir.Number, ir.OfSite: // OfSite: entered when the site is executed
		}
	}
}
