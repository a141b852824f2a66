package absint

import (
	"context"
	"fmt"
	"os"
	"sort"
	"testing"

	"github.com/tandem-verifier/tandem/internal/cfront"
	"github.com/tandem-verifier/tandem/internal/domain/interval"
	"github.com/tandem-verifier/tandem/internal/instrument"
	"github.com/tandem-verifier/tandem/internal/ir"
)

func TestDebug(t *testing.T) {
	file := os.Getenv("DEBUG_FILE")
	if file == "" {
		t.Skip()
	}
	p, err := cfront.Load(cfront.Config{Model: ir.ILP32, Files: []string{file}, PropertyKind: "unreach-call", ErrorFunc: "reach_error"})
	if err != nil {
		t.Fatal(err)
	}
	opts := instrument.Default()
	if err := instrument.Prepare(p, opts); err != nil {
		t.Fatal(err)
	}
	for _, f := range p.Funcs {
		fmt.Println(f.Name, len(f.Locs), len(f.Edges), len(f.Vars))
	}
	if os.Getenv("DEBUG_IR") != "" {
		fmt.Println(ir.Print(p))
	}
	a := newAnalysis(context.Background(), p, interval.New(8), Config{Work: 1000000})
	count := map[*node[interval.State]]int{}
	a.debug = func(n *node[interval.State]) { count[n]++ }
	fmt.Println(a.run(), a.work)
	var ns []*node[interval.State]
	for n := range count {
		ns = append(ns, n)
	}
	sort.Slice(ns, func(i, j int) bool { return count[ns[i]] > count[ns[j]] })
	for i, n := range ns {
		if i > 40 {
			break
		}
		fmt.Println(n.f.Name, "L", n.loc.ID, n.loc.Pos, "pos", n.pos, "head", n.head, "count", count[n])
	}
}

func TestDebugInv(t *testing.T) {
	file := os.Getenv("DEBUG_FILE")
	if file == "" {
		t.Skip()
	}
	p, err := cfront.Load(cfront.Config{Model: ir.ILP32, Files: []string{file}, PropertyKind: "unreach-call", ErrorFunc: "reach_error"})
	if err != nil {
		t.Fatal(err)
	}
	if err := instrument.Prepare(p, instrument.Default()); err != nil {
		t.Fatal(err)
	}
	r := Forward(context.Background(), p, interval.New(8), Config{Work: 1000000})
	for _, i := range r.Invariants {
		fmt.Println("INV", i.Loc.Func.Name, "L", i.Loc.ID, ir.ExprString(i.Expr))
	}
}
