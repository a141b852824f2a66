package confirm

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/tandem-verifier/tandem/internal/cprint"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// This file is about variables that the source declares but does not define: their contents are inputs. The replay
// defines them.

// externInputs returns the global registers whose first values are inputs, by the site.
func externInputs(p *ir.Program) map[int]*ir.Var {
	out := map[int]*ir.Var{}
	for _, e := range p.Entry.Edges {
		if in, ok := e.Stmt.(*ir.Input); ok && in.Dst.Global {
			out[in.Site.ID] = in.Dst
		}
	}
	return out
}

// externs returns definitions of the variables among the undefined symbols, with the contents that the run read.
func (b *build) externs() (out []cprint.Data, why string) {
	add := func(name string, size, align int64) []byte {
		if !slices.Contains(b.undefined, name) {
			return nil
		}
		out = append(out, cprint.Data{Name: name, Align: align, Bytes: make([]byte, size)})
		return out[len(out)-1].Bytes
	}
	put := func(at []byte, off int64, r ir.Record) {
		var word [8]byte
		binary.LittleEndian.PutUint64(word[:], r.Bits)
		if 0 <= off && off < int64(len(at)) {
			copy(at[off:], word[:min(r.Type.Size(), len(word))])
		}
	}
	bytes := map[int][]byte{}
	for _, o := range b.orig.Objects {
		if o.Uninit {
			bytes[o.Site.ID] = add(o.Source, o.Size, o.Align)
		}
	}
	for site, v := range externInputs(b.orig) {
		if whole, _, part := strings.Cut(v.Source, "."); part && slices.Contains(b.undefined, whole) {
			return nil, "the structure " + whole + " is declared but not defined"
		}
		bytes[site] = add(v.Source, int64(v.Type.Size()), int64(v.Type.Size()))
	}
	for _, r := range b.reads {
		put(bytes[r.Site], max(r.Off, 0), r)
	}
	return out, ""
}
