package shapes_test

import (
	"flag"
	"testing"

	"github.com/tandem-verifier/tandem/internal/mutationtest"
)

var runMutants = flag.Bool("mutants", false, "run all mutants of the sources")

// mutants are faults of the checker that would let wrong proofs through.
var mutants = mutationtest.List{
	{"errors do not count", "check.go", []string{"if e.To.Kind == ir.Error {", "if false {"}},
	{"the evidence is never left", "check.go", []string{"todo = append(todo, e.To)\n", "\n"}},
	{"any heap fits", "check.go", []string{
		"if describes(c.prog, t, h) {", "if describes(c.prog, t, h) || true {"}},
	{"registers need not fit", "describes.go", []string{"if !ok || !m.equal(v, w, r.Type.Kind == ir.Ptr) {",
		"if !ok || !m.equal(v, w, true) && false {"}},
	{"counters need not fit", "describes.go", []string{"!ok || k != n {", "!ok || k != n && false {"}},
	{"a symbol stands for two values", "describes.go", []string{
		"return is == to\n", "return is == to || true\n"}},
	{"constants need not fit", "describes.go", []string{"return t == s\n", "return t == s || true\n"}},
	{"sizes need not fit", "describes.go", []string{
		"b == nil || b.Size != t.Size || b.Heap", "b == nil || b.Heap"}},
	{"bytes need not be zero", "describes.go", []string{"t.Zero && !b.Zero {", "false {"}},
	{"cells need not fit", "describes.go", []string{"return !ok || !m.equal(c.Val, v, c.Type.Kind == ir.Ptr)",
		"return !ok || !m.equal(c.Val, v, true) && false"}},
	{"too short", "describes.go", []string{
		"ok && to == at && n >= t.Min ||", "ok && to == at ||", "return n >= t.Min && chain", "return chain"}},
	{"another end", "describes.go", []string{"m.equal(t.To, at, true) &&", ""}},
	{"another size in a list", "describes.go", []string{"!b.Heap || b.Size != t.Size", "!b.Heap"}},
	{"links of lists lead anywhere", "describes.go", []string{"|| l.Link != t.Link ||", "||"}},
	{"links of blocks lead anywhere", "describes.go", []string{"b == nil || at.Off != t.Link ||", "b == nil ||"}},
	{"links lead to the first byte", "exec.go", []string{"Off: link}\n", "Off: 0 * link}\n"}},
	{"pointers are never beyond their object", "state.go", []string{
		"return v.Off == 0 || in && symIn", "return v.Off == 0 || in || !symIn || true"}},
	{"facts need not hold", "describes.go", []string{
		"!ranged || r.Lo < f.Range.Lo || r.Hi > f.Range.Hi", "!ranged || r.Lo > r.Hi"}},
	{"objects are forgotten", "describes.go", []string{"if m.t.Junk {", "if true {"}},
	{"blocks are forgotten", "describes.go", []string{"if b.Heap && !m.used[b.Addr] {", "if b.Heap && false {"}},
	{"junk is forgotten", "describes.go", []string{"return !m.s.heap.Junk && len", "return len"}},
	{"ranges need not hold", "describes.go", []string{
		"!ranged || is.Lo < r.Lo || is.Hi > r.Hi", "!ranged || is.Lo > is.Hi || r.Lo > r.Hi"}},
	{"inequations need not hold", "describes.go", []string{"!m.s.differ(x, y) {", "x == y && false {"}},
	{"lists are not empty", "exec.go", []string{"if s.heap.Lists[i].Min == 0 {", "if false {"}},
	{"lists are empty", "exec.go", []string{
		"s.unfold(i, l.From == base, next) && s.normal() {", "s.normal() && false {"}},
	{"a count remains", "exec.go", []string{"max(l.Min-1, 0)", "l.Min"}},
	{"stale pointers", "exec.go", []string{
		"r.Type.Kind == ir.Ptr && !s.anchored(v)", "r.Type.Kind == ir.Ptr && !s.anchored(v) && false"}},
	{"free keeps the object", "exec.go", []string{"s.remove(v.Sym)\n\ts.objects(-1)", "s.objects(-1)"}},
	{"frees are not counted", "exec.go", []string{"s.objects(-1)\n", "\n"}},
	{"allocations are not counted", "exec.go", []string{"s.objects(1)\n", "\n"}},
	{"all is zeroed", "exec.go", []string{"Zero: a.Zeroed", "Zero: true"}},
	{"constants are written", "exec.go", []string{
		"if b == nil || b.Const {\n\t\treturn false\n\t}\n\ts.put",
		"if b == nil {\n\t\treturn false\n\t}\n\ts.put"}},
	{"constants are filled", "exec.go", []string{
		"if b == nil || b.Const {\n\t\treturn false\n\t}\n\tif val", "if b == nil {\n\t\treturn false\n\t}\n\tif val"}},
	{"constants are overwritten by copies", "exec.go", []string{"|| to == nil || to.Const {", "|| to == nil {"}},
	{"unknown stores are ignored", "exec.go", []string{
		"if b == nil || b.Const {\n\t\treturn false\n\t}\n\ts.put",
		"if b == nil || b.Const {\n\t\treturn true\n\t}\n\ts.put"}},
	{"neighbours survive", "exec.go", []string{"if end <= from || c.Off >= to {", "if c.Off != from {"}},
	{"a part is zero", "exec.go", []string{"b.Zero = b.Zero && c.Off >= from && end <= to", ""}},
	{"unknown is zero", "exec.go", []string{"default:\n\t\tb.Zero = false", "default:"}},
	{"a wider load is zero", "exec.go", []string{"zero = zero && (c.Off", "zero = zero || (c.Off"}},
	{"all types are the same", "exec.go", []string{
		"if c.Off == off && (c.Type == t ||", "if c.Off == off && (true ||"}},
	{"filling sets some bytes", "exec.go", []string{"ok && v == null && n.Off == b.Size", "ok && v == null"}},
	{"filling with ones", "exec.go", []string{
		"ok && v == null && n.Off == b.Size", "ok && v.Sym == 0 && n.Off == b.Size"}},
	{"a part is copied", "exec.go", []string{
		"case at <= c.Off && end <= at+n.Off:", "case at <= c.Off && c.Off < at+n.Off:"}},
	{"a part copied is zero", "exec.go", []string{
		"case at < end && c.Off < at+n.Off: // a part of the number is copied\n\t\t\tzero = false", "default:"}},
	{"copied elsewhere", "exec.go", []string{"Off: c.Off - at + off,", "Off: c.Off,"}},
	{"copied bytes stay", "exec.go", []string{
		"to.Zero = zero\n\ts.clear(to, off, off+n.Off)\n", "to.Zero = zero\n"}},
	{"copied bytes are zero", "exec.go", []string{"zero := from.Zero && (to.Zero", "zero := (to.Zero"}},
	{"copies make bytes zero", "exec.go", []string{
		"zero := from.Zero && (to.Zero || n.Off == to.Size)", "zero := from.Zero"}},
	{"outside", "exec.go", []string{"v.Off < 0 || n <= 0 || n > b.Size || v.Off > b.Size-n", "false"}},
	{"locals live for ever", "exec.go", []string{"s.remove(a)\n", "s.remove(-a)\n"}},
	{"everything is readable", "eval.go", []string{
		"return a.Off >= 0 && n.Off <= b.Size && a.Off <= b.Size-n.Off &&", "return"}},
	{"constants are writable", "eval.go", []string{"(v.What == ir.Readable || !b.Const), true", "true, true"}},
	{"anything is freeable", "eval.go", []string{"return b.Heap && a.Off == 0, true", "return true, true"}},
	{"junk is counted", "eval.go", []string{"!ok || s.heap.Junk || len(s.heap.Lists) > 0", "!ok"}},
	{"casts keep the number", "eval.go", []string{"if s.fits(v, e.T) {", "if true {"}},
	{"sums do not wrap", "eval.go", []string{"ok && all.Lo <= r.Lo && r.Hi <= all.Hi", "ok || all.Lo <= r.Lo"}},
	{"differences are too small", "eval.go", []string{
		"Lo: a.Lo - b.Hi, Hi: a.Hi - b.Lo", "Lo: a.Lo - b.Lo, Hi: a.Hi - b.Hi"}},
	{"less or equal is less", "eval.go", []string{
		"return s.order(e.X, e.Y, e.Op == ir.Lt)", "return s.order(e.X, e.Y, true)"}},
	{"unequal at an end", "eval.go", []string{"ok && r.Lo == k.Lo && !s.bound(", "ok && !s.bound("}},
	{"the upper half is negative", "eval.go", []string{"if _, ok := s.rangeOf(b); ok && okX", "if okX"}},
	{"orders need not hold", "describes.go", []string{
		"if c.known && !c.m.s.follows(", "if c.known && false && c.m.s.follows("}},
	{"orders need not end", "describes.go", []string{
		"return c.m.s.follows(c.order, c.last, after, c.order.Strict)", "return after.Off <= 0 || true"}},
	{"strict orders begin with a number of theirs", "describes.go", []string{
		"!c.known && (p.Strict || ", "!c.known && ("}},
	{"strict orders end with a number of theirs", "describes.go", []string{
		"return c.known && !c.order.Strict && c.m", "return c.known && c.m"}},
	{"the bounds of a part are farther", "describes.go", []string{"n.After.Off++", "n.After.Off--"}},
	{"the facts of all orders are strict", "state.go", []string{
		"if o.Strict {\n\t\t\t\tp[0].Off++", "{\n\t\t\t\tp[0].Off++"}},
	{"any order is strict", "describes.go", []string{"|| o.Strict && !p.Strict {", "{"}},
	{"any direction", "describes.go", []string{"p.Desc != o.Desc ||", ""}},
	{"any integers are in order", "describes.go", []string{"p == nil || p.Off != o.Off ||", "p == nil ||"}},
	{"facts between integers need not hold", "describes.go", []string{
		"!okX || !okY || !m.s.le(x, y, false) {", "!okX || !okY || x.Off > 0 && y.Off > 0 {"}},
	{"owned objects are forgotten", "describes.go", []string{"|| len(n.used) < len(one.heap.Blocks) ||", "||"}},
	{"owned lists are forgotten", "describes.go", []string{"|| len(n.usedLists) < len(one.heap.Lists) {", "{"}},
	{"what one has is that of all", "describes.go", []string{
		"if v.Sym >= m.s.next || !m.s.carries(v) {", "if !m.s.carries(v) {"}},
	{"own pointers need not fit", "describes.go", []string{"return m.cells(o.Cells, b) && m.atoms(o.Blocks, o.Lists)",
		"return m.cells(o.Cells, b) || true"}},
	{"own symbols are those of all", "check.go", []string{"bad = bad || v.Sym < 0 })", "bad = bad || v.Sym < -1 })"}},
	{"equal is less", "state.go", []string{"|| !strict && low+b.Off == 0)", "|| low+b.Off == 0)"}},
	{"steps of a chain are turned round", "state.go", []string{
		"low += f[0].Off - f[1].Off", "low += f[1].Off - f[0].Off"}},
	{"sums are farther above", "eval.go", []string{"low.Off+b.Lo, high.Off+b.Hi", "low.Off+b.Hi, high.Off+b.Hi"}},
	{"sums are closer", "eval.go", []string{"low.Off+b.Lo, high.Off+b.Hi", "low.Off+b.Lo, high.Off+b.Lo"}},
	{"unequal is less", "eval.go", []string{
		"t.Kind == ir.Int && s.le(a, b, false) && !s.learn(", "t.Kind == ir.Int && !s.learn("}},
	{"any order is that at the other end", "exec.go", []string{
		"if first {\n\t\t\to.Before = v", "if !first {\n\t\t\to.Before = v"}},
	{"empty lists are in the other order", "state.go", []string{
		"!s.comes(o, o.Before, o.After)", "!s.comes(o, o.After, o.Before)"}},
	{"dead objects differ", "state.go", []string{
		"if inA && (b == null || inB && i != j) || inB && a == null {",
		"if !inA && !inB && i == j || inA && (b == null || inB && i != j) {"}},
	{"lists have an object", "state.go", []string{"l.Min > 0 && v.Off >= -l.Link", "v.Off >= -l.Link"}},
	{"other links lead anywhere", "describes.go", []string{"|| off != next && !m.path(t.Tree(null), v, 0) {", "{"}},
	{"lists have any links", "describes.go", []string{"|| !slices.Equal(l.Forks, t.Forks) {", "{"}},
	{"a path ends anywhere", "describes.go", []string{
		"return n >= t.Min && m.equal(t.To, at, true)\n}\n\n// chain", "return n >= t.Min\n}\n\n// chain"}},
	{"a path is too short", "describes.go", []string{"if known && to == at && n >= t.Min {", "if known && to == at {"}},
	{"trees are forgotten", "exec.go", []string{"s.heap.Lists = append(s.heap.Lists, t)\n", "\n"}},
	{"the first link leads on", "exec.go", []string{"if l.To == null && n+1 >= l.Min {", "if true {"}},
	{"the first link leads on to null", "exec.go", []string{"if l.To == null && n+1 >= l.Min {", "if l.To == null {"}},
	{"all links lead on", "exec.go", []string{"if off != by {", "if off != l.Next {"}},
	{"links overlap", "check.go", []string{"max(n-off, off-n) < int64", "off == n && 0 < int64"}},
	{"sums are symbols", "describes.go", []string{"v.Off += t.Off\n", "\n"}},
	{"trees have links back", "check.go", []string{"ok && l.Prev < 0 && l.Link == 0 &&", "ok && l.Link == 0 &&"}},
	{"pointers of an object are equal", "state.go", []string{"a.Sym != 0 && !s.carries(to),", ""}},
}

// TestMutants checks that the tests find each fault.
func TestMutants(t *testing.T) {
	mutationtest.Test(t, mutationtest.Run{
		Tests: "^Test(DescribesLaw|StepsLaw|Malformed|Steps|Hostile|Wrong|Unguarded|Lists|Kinds|Parts)$",
		Args:  []string{"-failfast"}, All: *runMutants, Some: 2}, mutants)
}
