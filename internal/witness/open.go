package witness

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Document is a witness of either format, with the facts that validation needs.
type Document struct {
	Format        string // "YAML 2.0", "GraphML 1.0" or the like
	Correctness   bool   // false: it is a violation witness
	Producer      string
	Specification string
	Model         ir.DataModel // 0: the witness does not contain it
	File          *File        // of a YAML witness; otherwise nil
	Graph         *Graph       // of a GraphML witness; otherwise nil
	names         []string     // the input files
	data          []byte       // the text
}

// Open reads a witness of either format, compressed by gzip or not.
func Open(data []byte) (*Document, error) {
	plain, err := unpack(data)
	if err != nil {
		return nil, err
	}
	if text := bytes.TrimLeft(plain, " \t\r\n\xef\xbb\xbf"); len(text) > 0 && text[0] == '<' {
		return openGraph(plain)
	}
	f, err := ParseYAML(plain)
	if err != nil {
		return nil, err
	}
	if len(f.Entries) == 0 {
		return nil, errors.New("witness: no entry")
	}
	e := f.Entries[0]
	d := &Document{Format: "YAML " + e.Metadata.FormatVersion, File: f, data: plain, Correctness: e.Type == InvariantSet,
		Producer: e.Metadata.Producer.Name, Specification: e.Metadata.Task.Specification, names: e.Metadata.Task.InputFiles}
	for _, x := range f.Entries {
		if x.Type != InvariantSet && x.Type != ViolationSequence {
			return nil, fmt.Errorf("witness: the entry type %s is not supported", x.Type)
		}
		if x.Type != e.Type {
			return nil, errors.New("witness: entries of different types")
		}
	}
	switch e.Metadata.Task.DataModel {
	case "ILP32", "32bit":
		d.Model = ir.ILP32
	case "LP64", "64bit":
		d.Model = ir.LP64
	}
	return d, nil
}

// openGraph reads a GraphML witness.
func openGraph(data []byte) (*Document, error) {
	g, err := parseGraphML(data)
	if err != nil {
		return nil, err
	}
	d := &Document{Format: "GraphML 1.0", Graph: g, data: data}
	d.Producer, _ = Get(g.Data, "producer")
	d.Specification, _ = Get(g.Data, "specification")
	switch kind, _ := Get(g.Data, "witness-type"); kind {
	case "correctness_witness":
		d.Correctness = true
	case "violation_witness":
	default:
		return nil, fmt.Errorf("witness: unknown witness type %q", kind)
	}
	if name, ok := Get(g.Data, "programfile"); ok {
		d.names = []string{name}
	}
	switch a, _ := Get(g.Data, "architecture"); a {
	case "32bit":
		d.Model = ir.ILP32
	case "64bit":
		d.Model = ir.LP64
	}
	return d, nil
}

// Lint checks the witness. src has the program's files by their own names. If the witness has one file and the program
// has one file, these are taken to be the same, whatever their names.
func (d *Document) Lint(src Sources) []Problem {
	named := Sources{}
	for _, n := range d.names {
		if text, ok := src.get(n); ok {
			named[n] = text
		} else if len(src) == 1 && len(d.names) == 1 {
			for _, text := range src {
				named[n] = text
			}
		}
	}
	if d.Graph != nil {
		return lintGraphML(d.data, named)
	}
	return lintYAML(d.data, named)
}

// Weave weaves the witness into a program; see weaveInvariants and weavePath.
func (d *Document) Weave(p *ir.Program, opt WeaveOptions) (*Woven, error) {
	switch {
	case d.Graph != nil && d.Correctness:
		return weaveGraphInvariants(p, d.Graph, opt)
	case d.Graph != nil:
		return weaveGraph(p, d.Graph, opt)
	case d.Correctness:
		return weaveInvariants(p, d.File, opt)
	}
	return weavePath(p, d.File, opt)
}
