package triple

import (
	"context"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/ir/irtest"
	"github.com/tandem-verifier/tandem/internal/verify"
)

// TestWalkRegion checks that paths are joined at the ends of a region, that a goal is shown or not with the values on
// all of them, and that no region, however wrong, hides a path.
func TestWalkRegion(t *testing.T) {
	const text = `program LP64
site nondet "n@a.c:1:2" name "n" type u8 in main
obligation "assertion" text "x" in "main"
entry main
func main() void {
  reg n u8
  reg m u8
  reg k u8
  locs 11 error 9
  L0 -> L2: n = input #0
  L2 -> L3: m = 0:u8
  L3 -> L6: assume n == 32:u8 [T]
  L3 -> L4: assume n != 32:u8 [F]
  L4 -> L5: m = 1:u8
  L5 -> L6: assume n == 9:u8 [T]
  L5 -> L7: assume n != 9:u8 [F]
  L6 -> L8: k = m
  L8 -> L9: assume WHAT < k [T]
  L8 -> L10: assume k <= WHAT [F]
  L7 -> L9: assume n == 32:u8
  L7 -> L10: assume n != 32:u8
  L10 -> L1: return
}
`
	for _, c := range []struct {
		what string
		safe bool
	}{{"1:u8", true}, {"0:u8", false}} {
		p := irtest.Program(t, strings.ReplaceAll(text, "WHAT", c.what))
		loc := p.Entry.Locs
		edge := func(from, to int) *ir.Edge {
			for _, e := range loc[from].Out {
				if e.To == loc[to] {
					return e
				}
			}
			t.Fatalf("no edge from L%d to L%d", from, to)
			return nil
		}
		leaf := &verify.PathTree{Leaves: 1}
		end := func(from int) *verify.PathTree {
			return &verify.PathTree{Next: map[*ir.Edge]*verify.PathTree{edge(from, 10): leaf}, Leaves: 1}
		}
		tree := func(region ...int) *verify.PathTree {
			at := end(8)
			tr := &verify.PathTree{Leaves: 2, Next: map[*ir.Edge]*verify.PathTree{edge(3, 6): at, edge(5, 6): at,
				edge(5, 7): end(7)}}
			for _, l := range region {
				tr.Region = append(tr.Region, loc[l])
			}
			return tr
		}
		if err := walks(t, p, tree(3, 4, 5)); (err == nil) != c.safe {
			t.Errorf("%s: %v", c.what, err)
		}
		for _, from := range [][2]int{{3, 6}, {5, 6}, {5, 7}} {
			tr := tree(3, 4, 5)
			delete(tr.Next, edge(from[0], from[1]))
			if walks(t, p, tr) == nil {
				t.Errorf("%s: confirmed without the way from L%d", c.what, from[0])
			}
		}
		for _, wrong := range [][]int{{3, 5, 4}, {3, 4}, {3}, {4, 5}, {3, 4, 5, 6, 8}, {3, 4, 5, 3}, {3, 4, 5, 10, 7}} {
			if err := walks(t, p, tree(wrong...)); err == nil && !c.safe {
				t.Errorf("%s: confirmed with the region %v", c.what, wrong)
			}
		}
	}
}

// walks checks a program by the paths of a tree.
func walks(t *testing.T, p *ir.Program, tr *verify.PathTree) error {
	ck, stop, err := newChecker(context.Background(), p, Config{})
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	ck.asked[p.Obligations[0]] = true
	ck.mem.heap = true
	ck.findMemory(nil)
	visits := ck.newVisits(nil)
	count, _ := visits.start(p.Entry.Entry, nil)
	pc := &piece{from: key{loc: p.Entry.Entry, count: count}, calls: expanded, init: (*query).initialState,
		next: ck.unwound(visits)}
	return pc.walks(ck, tr)
}

// TestWalks checks that for a safe program, the tree of all paths and the empty tree are confirmed, and a tree without
// one of the paths is not. For an unsafe program, no tree is confirmed.
func TestWalks(t *testing.T) {
	const text = `program LP64
site nondet "n@a.c:1:2" name "n" type u8 in main
site bytes "m@a.c:1:3"
obligation "assertion" text "x" in "main"
entry main
func main() void {
  reg p ptr64
  reg n u8
  reg m u8
  reg s u8
  locs 11 error 9
  L0 -> L2: p = alloc heap 4:u64 zeroed #1
  L2 -> L3: n = input #0
  L3 -> L10: assume 3:u8 < n [T]
  L3 -> L4: assume n <= 3:u8 [F]
  L4 -> L5: store ptradd(p, n, 1), n
  L5 -> L6: m = load ptradd(p, 3:i64, 1)
  L6 -> L7: assume m == 3:u8 [T]
  L6 -> L8: assume m != 3:u8 [F]
  L7 -> L9: assume n != WHAT:u8
  L7 -> L10: assume n == WHAT:u8
  L8 -> L9: assume m != 0:u8
  L8 -> L10: assume m == 0:u8
  L10 -> L1: return
}
`
	for _, c := range []struct {
		what string
		safe bool
	}{{"3", true}, {"2", false}} {
		p := irtest.Program(t, strings.ReplaceAll(text, "WHAT", c.what))
		edge := func(from, to int) *ir.Edge {
			for _, e := range p.Entry.Locs[from].Out {
				if e.To == p.Entry.Locs[to] {
					return e
				}
			}
			t.Fatalf("no edge from L%d to L%d", from, to)
			return nil
		}
		leaf := &verify.PathTree{Leaves: 1}
		end := func(from int) *verify.PathTree {
			return &verify.PathTree{Next: map[*ir.Edge]*verify.PathTree{edge(from, 10): leaf}, Leaves: 1}
		}
		tree := func(without int) *verify.PathTree {
			two := &verify.PathTree{Next: map[*ir.Edge]*verify.PathTree{edge(6, 7): end(7), edge(6, 8): end(8)}, Leaves: 2}
			all := &verify.PathTree{Next: map[*ir.Edge]*verify.PathTree{edge(3, 10): leaf, edge(3, 4): two}, Leaves: 3}
			switch without {
			case 1:
				delete(two.Next, edge(6, 7))
			case 2:
				delete(two.Next, edge(6, 8))
			case 3:
				delete(all.Next, edge(3, 10))
			}
			return all
		}
		for _, tr := range []*verify.PathTree{{}, tree(0)} {
			if err := walks(t, p, tr); (err == nil) != c.safe {
				t.Errorf("%s: %v", c.what, err)
			}
		}
		for without := 1; without <= 3; without++ {
			if walks(t, p, tree(without)) == nil {
				t.Errorf("%s: confirmed without way %d", c.what, without)
			}
		}
	}
}
