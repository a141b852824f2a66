package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/coop"
	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestWitnessOfRuns tests that the witness of a proof without invariants has invariants of the board that were checked,
// and no others.
func TestWitnessOfRuns(t *testing.T) {
	const text = `extern void reach_error(void);
int main(void) {
	int i = 0;
	while (i < 5)
		i++;
	if (i != 5)
		reach_error();
	return 0;
}
`
	file := filepath.Join(t.TempDir(), "a.c")
	prop := filepath.Join(filepath.Dir(file), "p.prp")
	for name, text := range map[string]string{file: text, prop: "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	task, err := Load(Options{Property: prop}, file)
	if err != nil {
		t.Fatal(err)
	}
	b := verify.NewBoard()
	s := &Session{task: task, out: &coop.Outcome{Verdict: verify.True, Board: b}}
	for _, o := range task.Asked() {
		s.out.Findings = append(s.out.Findings, coop.Finding{Obligation: o, Status: verify.Proved,
			Proof: &verify.Enumerated{}})
	}
	var head *ir.Loc
	for _, l := range task.Program.Entry.Locs {
		if l.Loop != nil {
			head = l
		}
	}
	var i *ir.Var
	for _, v := range task.Program.Entry.Vars {
		if v.Source == "i" {
			i = v
		}
	}
	atMost := func(n int64) verify.FactID {
		inv := &verify.Invariants{}
		inv.Invariants = []verify.Invariant{{Loc: head, Expr: &ir.Binary{Op: ir.Le, X: ir.NewRef(i),
			Y: ir.NewConst(i.Type, n)}}}
		id, err := b.Publish(verify.Fact{Payload: inv, Producer: "test", Status: verify.Claimed})
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	want := func(value string) {
		t.Helper()
		data, ok, err := s.Witness(false, "")
		if err != nil || !ok || !strings.Contains(string(data), value) {
			t.Errorf("%v\n%s", err, data)
		}
	}
	want("content: []")
	atMost(4)
	id := atMost(5)
	want("content: []")
	if err := b.Confirm(id, "test"); err != nil {
		t.Fatal(err)
	}
	want(`"i <= 5"`)
	atMost(6)
	want(`"i <= 5"`)
}
