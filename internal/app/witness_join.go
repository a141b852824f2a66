package app

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/tandem-verifier/tandem/internal/verify"
	"github.com/tandem-verifier/tandem/internal/witness"
)

// JointWitness is the result of joining witnesses.
type JointWitness struct {
	Text       []byte
	Invariants int
	Warnings   []string // invariants that are not in the text, and other problems
}

// JoinWitnesses joins correctness witnesses of a program, each of which may be about a part of its executions, into a
// witness about all of them (witness.Join). All must be about this program, and have the same property and data model.
// If the options have no property or data model, it takes them from the first witness. Errors are like those of Load,
// and *InputError for a witness.
func JoinWitnesses(opt Options, ignoreHash, graphML bool, commandLine string, names []string,
	files ...string) (*JointWitness, error) {
	if len(names) < 2 {
		return nil, &UsageError{"there is nothing to join: at least two witnesses are needed"}
	}
	if IsSPL(files...) {
		return nil, noWitness
	}
	var parts []witness.Part
	for _, name := range names {
		data, err := verify.ReadFile(name)
		if err != nil {
			return nil, err
		}
		doc, err := witness.Open(data)
		if err != nil {
			return nil, faultOf(name, reject("malformed: %s", strings.TrimPrefix(err.Error(), "witness: ")))
		}
		if !doc.Correctness {
			return nil, faultOf(name, reject("a violation witness: it shows the violation by itself, there is nothing to join"))
		}
		parts = append(parts, witness.Part{Name: name, Doc: doc})
	}
	if err := opt.ofWitness(parts[0].Doc, files); err != nil {
		return nil, faultOf(names[0], err)
	}
	opt.Raw = true
	t, err := Load(opt, files...)
	if err != nil {
		return nil, err
	}
	src, err := sourcesOf(t)
	if err != nil {
		return nil, err
	}
	out := &JointWitness{}
	for _, part := range parts {
		warnings, err := admit(part.Doc, t, src, ignoreHash)
		if err != nil {
			return nil, faultOf(part.Name, err)
		}
		for _, w := range warnings {
			out.Warnings = append(out.Warnings, part.Name+": "+w)
		}
	}
	wo := witness.WeaveOptions{Files: t.Files, Sources: src}
	joint, err := witness.Join(t.Program, parts, wo)
	var pe *witness.PartError
	if errors.As(err, &pe) {
		return nil, &InputError{File: pe.Name, Msg: pe.Err.Error()}
	}
	if err != nil {
		return nil, err
	}
	out.Invariants, out.Warnings = len(joint.Invariants), append(out.Warnings, joint.Warnings...)
	info := witnessInfo(t, src, commandLine)
	for _, f := range t.Files {
		src.AddHeaders(f, os.ReadFile)
	}
	if !graphML {
		out.Text, err = witness.InvariantsYAML(info, joint.Invariants, src)
		return out, err
	}
	var left []witness.LoopInvariant
	out.Text, left, err = witness.InvariantsGraphML(info, t.Program, joint.Invariants, wo)
	for _, li := range left {
		out.Warnings = append(out.Warnings, fmt.Sprintf("%s: GraphML cannot name this location: its invariant "+
			"is left out", li.Pos))
	}
	out.Invariants -= len(left)
	return out, err
}

// faultOf turns a rejection of a witness, or of its property, into an *InputError for the file. It returns other errors
// unchanged.
func faultOf(name string, err error) error {
	var re *rejection
	var un *UnsupportedError
	switch {
	case errors.As(err, &re):
		return &InputError{File: name, Msg: re.reason}
	case errors.As(err, &un):
		return &InputError{File: name, Msg: un.Reason}
	}
	return err
}
