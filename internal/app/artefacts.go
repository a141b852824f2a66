package app

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/tandem-verifier/tandem/internal/cprint"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
	"github.com/tandem-verifier/tandem/internal/witness"
)

// Harness writes a self-contained C program that repeats the violation and exits with 107 at the error. If the verdict
// is not false, it writes nothing and ok is false.
func (s *Session) Harness(w io.Writer) (ok bool, err error) {
	if s.out == nil || s.out.Violated == nil {
		return false, nil
	}
	f := s.out.Violated
	defer func() { // a panic must not lose the verdict
		if x := recover(); x != nil {
			ok, err = false, fmt.Errorf("%v", x)
		}
	}()
	return true, cprint.Program(w, s.task.Program, cprint.Options{
		Records: f.Run.Reads,
		Comment: []string{
			fmt.Sprintf("Written by tandem %s for %s.", Version(), s.task.Name),
			fmt.Sprintf("Violates %s: %s at %s.", f.Obligation.Kind, f.Obligation.Text, f.Obligation.Pos),
			s.HarnessCommand("FILE.c"),
		},
	})
}

// HarnessCommand returns a shell command that compiles and runs a harness.
func (s *Session) HarnessCommand(file string) string {
	model := ""
	if s.task.Program.Model == ir.ILP32 {
		model = "-m32 -msse2 -mfpmath=sse "
	}
	return fmt.Sprintf("gcc -w %s%s -lm && ./a.out; echo $?    # 107: the error is reached", model, file)
}

// Witness returns a witness for the verdict in YAML 2.0, or in GraphML 1.0. ok is false if there is none: for unknown,
// for programs in SPL, and for violations that have no corresponding line in the program.
func (s *Session) Witness(graphML bool, commandLine string) (text []byte, ok bool, err error) {
	if s.out == nil || s.out.Verdict == verify.UnknownVerd || IsSPL(s.task.Files...) {
		return nil, false, nil
	}
	t := s.task
	src, err := sourcesOf(t)
	if err != nil {
		return nil, false, err
	}
	info := witnessInfo(t, src, commandLine)
	for _, f := range t.Files {
		src.AddHeaders(f, os.ReadFile)
	}
	switch f := s.out.Violated; {
	case f == nil:
		says := func(e verify.Evidence) bool { return len(witness.LoopInvariants(t.Program, e, src)) > 0 }
		proof := s.proof()
		if !says(proof) { // a proof by runs or by unwinding has no invariants
			proof = learnt(s.out.Board, says)
		}
		if !graphML {
			text, err = witness.CorrectnessYAML(info, t.Program, proof, src)
			break
		}
		invs := witness.LoopInvariants(t.Program, proof, src)
		text, _, err = witness.InvariantsGraphML(info, cmp.Or(t.Reference, t.Program), invs,
			witness.WeaveOptions{Files: t.Files, Sources: src})
	case graphML:
		text, err = witness.ViolationGraphML(info, t.Program, s.placed(f), f.Run.Reads, src)
	default:
		text, err = witness.ViolationYAML(info, t.Program, s.placed(f), f.Run.Reads, src)
	}
	if errors.Is(err, witness.ErrNoPlace) {
		return nil, false, nil
	}
	return text, err == nil, err
}

// PartWitnesses returns correctness witnesses, in YAML, for the ranges of paths that the proof is split into. Each
// witness is about the executions of its range only, and has the invariant 0 at loops that these executions do not
// reach. JoinWitnesses makes of them the witness that Witness returns, or one with fewer invariants. The result is nil
// for other verdicts and proofs.
func (s *Session) PartWitnesses(commandLine string) (texts [][]byte, err error) {
	if s.out == nil || s.out.Verdict != verify.True || IsSPL(s.task.Files...) {
		return nil, nil
	}
	ranges, of := []verify.PathRange{}, map[verify.PathRange]*verify.Cover{}
	for _, f := range s.out.Findings {
		cover, is := f.Proof.(*verify.Cover)
		if !is {
			continue // a proof for all executions has no ranges
		}
		for _, leaf := range cover.Leaves {
			r := leaf.Scope.Range
			if r == nil {
				continue
			}
			if of[*r] == nil {
				ranges, of[*r] = append(ranges, *r), &verify.Cover{}
			}
			of[*r].Leaves = append(of[*r].Leaves, verify.Leaf{Of: []*ir.Obligation{f.Obligation},
				Proof: &verify.Cover{Leaves: []verify.Leaf{leaf}}})
		}
	}
	if len(ranges) == 0 {
		return nil, nil
	}
	t := s.task
	src, err := sourcesOf(t)
	if err != nil {
		return nil, err
	}
	info := witnessInfo(t, src, commandLine)
	for _, f := range t.Files {
		src.AddHeaders(f, os.ReadFile)
	}
	for _, r := range ranges {
		text, err := witness.CorrectnessYAML(info, t.Program, of[r], src)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// witnessInfo returns the metadata of witnesses for a task.
func witnessInfo(t *Task, src witness.Sources, commandLine string) witness.Info {
	info := witness.Info{
		Producer: "Tandem", Version: Version(), InputFiles: t.Files, Hashes: map[string]string{},
		Specification: t.Property.Text, DataModel: t.Program.Model, CreationTime: time.Now().UTC(), CommandLine: commandLine,
	}
	if t.Options.Determ {
		info.CreationTime = time.Unix(0, 0).UTC()
	}
	if info.Specification == "" {
		info.Specification = verify.Specification(t.Options.Entry, t.Options.Checks)
	}
	for _, f := range t.Files {
		info.Hashes[f] = witness.Hash(src[f])
	}
	return info
}

// proof returns the evidence for all obligations.
func (s *Session) proof() verify.Evidence {
	var obls []*ir.Obligation
	by := map[*ir.Obligation]verify.Evidence{}
	for _, f := range s.out.Findings {
		obls, by[f.Obligation] = append(obls, f.Obligation), f.Proof
	}
	return verify.Each(obls, func(o *ir.Obligation) verify.Evidence { return by[o] })
}

// learnt returns the first of the checked invariants on the board for which says is true; nil if there is none.
func learnt(b *verify.Board, says func(verify.Evidence) bool) verify.Evidence {
	for _, f := range b.Assumable(verify.KindInvariant, verify.Scope{}) {
		if inv, ok := f.Payload.(*verify.Invariants); ok && says(&inv.Inductive) {
			return &inv.Inductive
		}
	}
	return nil
}
