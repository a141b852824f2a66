package ranges_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ranges"
	"github.com/tandem-verifier/tandem/internal/restrict"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestWays checks that a walk follows the longest prefix of the wanted path that has an execution, by brute force over
// all inputs of random programs.
func TestWays(t *testing.T) {
	programs, sites := uint64(100), 2
	if os.Getenv("TANDEM_LONG") != "" {
		programs, sites = 1000, 3
	}
	ways, all := 0, 0
	for seed := range programs {
		p, _ := smallProgram(t, seed)
		if unmarked(p) || len(p.Sites) > sites {
			continue // at branches without a mark, a walk follows the run
		}
		task := &verify.Task{Program: p, Parts: &verify.PartSet{}, Options: verify.Options{Determ: true}}
		for _, k := range []int{0, 1, 3} {
			walk, best, done, err := ranges.Ways(context.Background(), task, k, seed, nibbles(p))
			needsSolver(t, err)
			if !done {
				continue
			}
			ways++
			if walk == best {
				all++
			} else {
				t.Errorf("program %d, K = %d: walked %s, an execution goes %s\n%s", seed, k, walk, best, ir.Print(p))
			}
		}
	}
	t.Logf("%d of %d ways", all, ways)
	if ways < int(programs)/4 {
		t.Error("few programs have such ways")
	}
}

// unmarked reports whether a program has branches without marks.
func unmarked(p *ir.Program) bool {
	for _, f := range p.Funcs {
		for _, l := range f.Locs {
			for _, e := range l.Out {
				if a, is := e.Stmt.(*ir.Assume); is && a.Mark == ir.NoMark && len(l.Out) > 1 {
					return true
				}
			}
		}
	}
	return false
}

// nibbles returns tests with all values of four bits for up to three inputs.
func nibbles(p *ir.Program) (out [][]ir.Record) {
	n := 1 << (4 * min(len(p.Sites), 3))
	for i := range n {
		var test []ir.Record
		for k, s := range p.Sites {
			test = append(test, ir.Record{Key: ir.Key{Site: s.ID}, Type: s.Type, Bits: uint64(i>>(4*k)) & 15})
		}
		out = append(out, test)
	}
	return out
}

// TestBounds checks for random programs that the bounds of each splitter are sorted, are paths of their tests, and are
// the same if the splitter runs again.
func TestBounds(t *testing.T) {
	programs := uint64(6)
	if os.Getenv("TANDEM_LONG") != "" {
		programs = 300
	}
	found := map[string]int{}
	for seed := range programs {
		p, _ := smallProgram(t, seed)
		task := &verify.Task{Program: p, Parts: &verify.PartSet{}, Options: verify.Options{Determ: true, Seed: seed}}
		for _, s := range ranges.Splitters() {
			bs, err := ranges.Split(context.Background(), task, s, 4)
			if none := (*ranges.NoSplit)(nil); errors.As(err, &none) {
				continue
			}
			needsSolver(t, err)
			found[s.Name]++
			again, err := ranges.Split(context.Background(), task, s, 4)
			if err != nil || len(bs) != len(again) || len(bs) > 3 {
				t.Errorf("program %d, %s: %d bounds, then %d, %v", seed, s.Name, len(bs), len(again), err)
				continue
			}
			for i, b := range bs {
				if b.Path != again[i].Path || i > 0 && restrict.ComparePaths(bs[i-1].Path, b.Path) >= 0 {
					t.Errorf("program %d, %s: %s, then %s", seed, s.Name, b.Path, again[i].Path)
				}
				run, err := ranges.Induced(context.Background(), task, b.Test, 0)
				if err != nil {
					t.Fatal(err)
				}
				if whole := run.Path == b.Path; !whole && (b.Cut == "" || !strings.HasPrefix(string(run.Path), string(b.Path))) {
					t.Errorf("program %d, %s: the test of %s has the path %s", seed, s.Name, b.Path, run.Path)
				}
			}
		}
	}
	for _, s := range ranges.Splitters() {
		if found[s.Name] == 0 {
			t.Errorf("%s splits no program", s.Name)
		}
	}
}
