package ir

import (
	"strings"
	"testing"
)

// TestCheckFindsFaults puts single faults into the sample program. Check must report each of them and must not panic.
func TestCheckFindsFaults(t *testing.T) {
	find := func(p *Program, name string) *Func {
		for _, f := range p.Funcs {
			if f.Name == name {
				return f
			}
		}
		return nil
	}
	edge := func(p *Program, f, text string) *Edge {
		for _, e := range find(p, f).Edges {
			if strings.Contains(StmtString(e.Stmt), text) {
				return e
			}
		}
		t.Fatalf("no edge with %s", text)
		return nil
	}
	main := func(p *Program) *Func { return find(p, "main") }
	i32 := NewConst(I32, 1)
	set := func(p *Program, s Stmt) { edge(p, "_start", "havocall").Stmt = s }
	for _, c := range []struct {
		name   string
		break_ func(p *Program)
		want   string
	}{
		{"model", func(p *Program) { p.Model = 16 }, "unknown data model"},
		{"model and pointers", func(p *Program) { p.Model = LP64 }, "no valid type: ptr32"},
		{"nil function", func(p *Program) { p.Funcs[0] = nil }, "function 0 is nil"},
		{"no entry", func(p *Program) { p.Entry = nil }, "no entry"},
		{"foreign entry", func(p *Program) { p.Entry = &Func{Name: "x"} }, "entry function x is not in the program"},
		{"entry with parameters", func(p *Program) { p.Entry = p.Funcs[0] }, "has parameters"},
		{"function id", func(p *Program) { p.Funcs[1].ID = 0 }, "function main has id 0, index 1"},
		{"function names", func(p *Program) { p.Funcs[1].Name = "add1" }, "two functions are named add1"},
		{"site id", func(p *Program) { p.Sites[1].ID = 5 }, "site #1 (buf@main.c:3:7): id 5"},
		{"site key", func(p *Program) { p.Sites[1].Key = p.Sites[0].Key }, "two sites are named"},
		{"site type", func(p *Program) { p.Sites[1].Type = I32 }, "at a site of bytes"},
		{"site no type", func(p *Program) { p.Sites[0].Type = Void }, "no valid type: void"},
		{"site kind", func(p *Program) { p.Sites[0].Kind = 77 }, "unknown kind"},
		{"nil site", func(p *Program) { p.Sites[0] = nil }, "site 0 is nil"},
		{"obligation id", func(p *Program) { p.Obligations[0].ID = 1 }, "obligation O0: id 1"},
		{"obligation kind", func(p *Program) { p.Obligations[0].Kind = "" }, "obligation O0: no kind"},
		{"global id", func(p *Program) { p.Globals[0].ID = 2 }, "global g: id 2"},
		{"global flag", func(p *Program) { p.Globals[0].Global = false }, "Global is false"},
		{"global init type", func(p *Program) { p.Globals[0].Init = NewConst(I64, 0) },
			"initial value of type i64, register of type i32"},
		{"global init reads", func(p *Program) { p.Globals[0].Init = NewRef(p.Globals[0]) }, "constant expression reads g"},
		{"global names", func(p *Program) { p.Globals[0].Name = "call" }, "two globals are named call"},
		{"object size", func(p *Program) { p.Objects[0].Size = -1 }, "size -1"},
		{"object align", func(p *Program) { p.Objects[0].Align = 3 }, "not a power of two"},
		{"object init outside", func(p *Program) { p.Objects[0].Init[3].Off = 13 }, "offset 13 is outside"},
		{"object init overlaps", func(p *Program) { p.Objects[0].Init[1].Off = 2 }, "overlap at offset 2"},
		{"object no site", func(p *Program) { p.Objects[2].Site = nil }, "uninitialised, but no site"},
		{"literal", func(p *Program) { p.Globals[0].Init = &Const{I32, 1 << 40} }, "literal with bits"},
		{"register id", func(p *Program) { main(p).Vars[1].ID = 0 }, "main: register u: id 0"},
		{"register names", func(p *Program) { main(p).Vars[1].Name = "i" }, "two registers are named i"},
		{"register type", func(p *Program) { main(p).Vars[1].Type = Type{Int, 70, true} }, "no valid type: i70"},
		{"register global", func(p *Program) { main(p).Vars[1].Global = true }, "Global is true"},
		{"parameters", func(p *Program) { f := p.Funcs[0]; f.Params[0] = f.Vars[1] }, "parameter 0 is not register 0"},
		{"local object site", func(p *Program) { main(p).Objects[0].Site = nil }, "no site"},
		{"local object owner", func(p *Program) { main(p).Objects[0].Func = nil }, "belongs to another function"},
		{"foreign entry location", func(p *Program) { main(p).Entry = p.Funcs[0].Entry }, "the entry is not a location"},
		{"no exit", func(p *Program) { main(p).Exit = nil }, "the exit is not a location"},
		{"second exit", func(p *Program) { main(p).Locs[5].Kind = Exit }, "kind exit, but the exit is another location"},
		{"location id", func(p *Program) { main(p).Locs[3].ID = 4 }, "L3"},
		{"location function", func(p *Program) { main(p).Locs[3].Func = nil }, "belongs to another function"},
		{"nil location", func(p *Program) { main(p).Locs[3] = nil }, "location 3 is nil"},
		{"error without obligation", func(p *Program) { main(p).Locs[4].Obligation = nil },
			"error location without obligation"},
		{"obligation elsewhere", func(p *Program) { main(p).Locs[3].Obligation = p.Obligations[0] },
			"obligation at a location that is no error"},
		{"unregistered obligation", func(p *Program) { main(p).Locs[4].Obligation = &Obligation{} },
			"obligation is not registered"},
		{"edge out of error", func(p *Program) { f := main(p); f.NewEdge(f.Locs[4], f.Locs[3], &Skip{}, Pos{}) },
			"error location with a leaving edge"},
		{"branch without assume", func(p *Program) { f := main(p); f.NewEdge(f.Locs[2], f.Locs[3], &Skip{}, Pos{}) },
			"is no assume: *ir.Skip"},
		{"edge id", func(p *Program) { main(p).Edges[2].ID = 9 }, "edge 2 has id 9"},
		{"unlinked edge", func(p *Program) { l := main(p).Locs[2]; l.Out = l.Out[:1] }, "listed 0 times at its start"},
		{"double link", func(p *Program) { l := main(p).Locs[3]; l.In = append(l.In, l.In[0]) }, "2 times at its end"},
		{"wrong link", func(p *Program) { f := main(p); f.Locs[3].In[0], f.Locs[8].In[0] = f.Locs[8].In[0], f.Locs[3].In[0] },
			"entering edge that is not its own"},
		{"dropped edge", func(p *Program) { f := main(p); f.Edges = f.Edges[:len(f.Edges)-1] }, "not in the function"},
		{"nil edge", func(p *Program) { main(p).Edges[0] = nil }, "edge 0 is nil"},
		{"nil statement", func(p *Program) { main(p).Edges[0].Stmt = nil }, "no statement"},
		{"return elsewhere", func(p *Program) { edge(p, "main", "decl").Stmt = &Return{} }, "lead to the exit"},
		{"no return", func(p *Program) { edge(p, "main", "return").Stmt = &Skip{} }, "lead to the exit"},
		{"inlining of nothing", func(p *Program) { edge(p, "main", "+ 1").Inline = &Inlined{} }, "inlining of no function"},
		{"endless inlining", func(p *Program) { in := edge(p, "main", "+ 1").Inline; in.Parent = in }, "its own parent"},
		{"before its declaration", func(p *Program) { edge(p, "main", "decl").Stmt = &Skip{} },
			"address of buf before its declaration"},
		{"object of another function", func(p *Program) { set(p, &Free{Addr: &AddrOf{main(p).Objects[0], P32}}) },
			"object buf is not in scope"},
		{"register of another function", func(p *Program) { set(p, &Assign{main(p).Vars[0], i32}) },
			"register i is not in scope"},
		{"assign type", func(p *Program) { edge(p, "main", "i = i +").Stmt.(*Assign).Src = NewConst(I64, 1) },
			"main: edge 4, L3 -> L2 at main.c:13:16: assigned value has type i64, i32 expected"},
		{"assign nothing", func(p *Program) { edge(p, "main", "i = i +").Stmt.(*Assign).Src = nil }, "incomplete expression"},
		{"assign nowhere", func(p *Program) { edge(p, "main", "i = i +").Stmt.(*Assign).Dst = nil },
			"no register to assign to"},
		{"condition", func(p *Program) { edge(p, "main", "i < 10").Stmt.(*Assume).Cond = i32 },
			"condition has type i32, bool expected"},
		{"marked guard", func(p *Program) { edge(p, "main", "i < 10").Stmt.(*Assume).Guard = DivGuard },
			"guard div with a branch mark"},
		{"mixed types", func(p *Program) { set(p, &Assume{&Binary{Lt, i32, NewConst(U32, 1)}, NoMark, Branch}) },
			"i32 < u32 in 1:i32 < 1:u32"},
		{"logic on numbers", func(p *Program) { set(p, &Assume{&Binary{LAnd, i32, i32}, NoMark, Branch}) }, "i32 && i32"},
		{"order of conditions",
			func(p *Program) { set(p, &Assume{&Binary{Lt, NewBool(true), NewBool(true)}, NoMark, Branch}) }, "bool < bool"},
		{"unknown operator", func(p *Program) { set(p, &Assume{&Binary{99, i32, i32}, NoMark, Branch}) }, "bad99"},
		{"not of a number", func(p *Program) { set(p, &Assume{&Unary{LNot, i32}, NoMark, Branch}) }, "! of type i32"},
		{"cast to condition", func(p *Program) { set(p, &Assume{&Cast{B, i32}, NoMark, Branch}) }, "cast from i32 to bool"},
		{"cast of pointer", func(p *Program) { set(p, &Free{Addr: &Cast{P32, NewConst(P32, 0)}}) },
			"cast from ptr32 to ptr32"},
		{"ptradd", func(p *Program) { set(p, &Free{Addr: &PtrAdd{i32, i32, 1}}) }, "ptradd of i32 and i32"},
		{"ptrdiff", func(p *Program) { set(p, &Free{Addr: &PtrDiff{i32, i32}}) }, "ptrdiff of i32"},
		{"overflows", func(p *Program) { set(p, &Assume{&Overflows{Shl, i32, i32}, NoMark, Branch}) },
			"overflows of i32 << i32"},
		{"load in expression", func(p *Program) { set(p, &Free{Addr: &Load{P32, NewConst(P32, 0)}}) },
			"load inside an expression"},
		{"forall", func(p *Program) { set(p, &Assume{&Forall{&Var{Type: I32}, i32, i32, NewBool(true)}, NoMark, Branch}) },
			"forall: specifications only"},
		{"wide pointer", func(p *Program) { set(p, &Free{Addr: NewConst(P64, 0)}) }, "of type ptr64"},
		{"free of a number", func(p *Program) { set(p, &Free{Addr: i32}) }, "address has type i32"},
		{"store of a condition", func(p *Program) { set(p, &Store{NewConst(P32, 0), NewBool(true)}) }, "store of type bool"},
		{"load of a condition", func(p *Program) { f := p.Entry; set(p, &LoadStmt{f.Vars[6], NewConst(P32, 0)}) },
			"load of type bool"},
		{"length", func(p *Program) { set(p, &MemSet{NewConst(P32, 0), i32, NewFloat(F64, 1)}) }, "length has type f64"},
		{"input site", func(p *Program) { edge(p, "main", "input").Stmt.(*Input).Site = p.Sites[1] },
			"site #1 has kind bytes"},
		{"input without site", func(p *Program) { edge(p, "main", "input").Stmt.(*Input).Site = nil }, "no site"},
		{"input type", func(p *Program) { edge(p, "main", "input").Stmt.(*Input).Site = p.Sites[4] },
			"input of type u32 into a register of type i32"},
		{"fresh number", func(p *Program) { edge(p, "main", "input").Stmt.(*Input).FreshSize = 4 }, "fresh object of size 4"},
		{"alloc site", func(p *Program) { edge(p, "_start", "stack").Stmt.(*Alloc).Site = nil }, "no site"},
		{"unregistered site", func(p *Program) {
			edge(p, "_start", "memhavoc").Stmt.(*MemHavoc).Site = &Site{Key: "z", Kind: ObjectBytes}
		}, "site z is not registered"},
		{"call of nothing", func(p *Program) { set(p, &Call{}) }, "called function is not in the program"},
		{"arguments", func(p *Program) { set(p, &Call{nil, p.Funcs[0], nil}) }, "0 arguments for the 1 parameters of add1"},
		{"argument type", func(p *Program) { set(p, &Call{nil, p.Funcs[0], []Expr{NewConst(U32, 1)}}) },
			"argument 1 of add1 has type u32, i32 expected"},
		{"result type", func(p *Program) { set(p, &Call{p.Entry.Vars[5], p.Funcs[0], []Expr{i32}}) },
			"result of type i32 in a register of type i64"},
		{"return type", func(p *Program) { edge(p, "add1", "return").Stmt.(*Return).Val = NewBool(true) },
			"returned value has type bool, i32 expected"},
		{"return from void", func(p *Program) { edge(p, "_start", "return").Stmt.(*Return).Val = i32 },
			"value returned from a void function"},
		{"math type", func(p *Program) { edge(p, "_start", "math").Stmt.(*Math).Args[0] = i32 },
			"argument of pow has type i32"},
		{"math arguments", func(p *Program) { edge(p, "_start", "math").Stmt.(*Math).Args = nil }, "math with 0 arguments"},
		{"position", func(p *Program) { edge(p, "_start", "math").Pos.Line = -1 }, "negative position"},
		{"function address", func(p *Program) { set(p, &Free{Addr: &FuncAddr{&Func{}, P32}}) },
			"function that is not in the program"},
	} {
		p := mustParse(t, readAll(t))
		c.break_(p)
		err := Check(p)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
	}
	if Check(nil) == nil || Check(&Program{}) == nil {
		t.Error("an empty program passes")
	}
}

// TestCheckDeclared checks that Check reports an address of an object that is not declared on every path.
func TestCheckDeclared(t *testing.T) {
	src := `program ILP32
site bytes "o"
entry f
func f() void {
  reg b bool
  object o size 4 align 4 #0
  loc L0 entry
  loc L1 exit
  loc L2
  loc L3
  loc L4
  loc L5
  L0 -> L2: assume b
  L0 -> L3: assume !b
  L2 -> L4: decl o
  L3 -> L4: DECL
  L4 -> L5: store &o, 1:i32
  L5 -> L4: assume b
  L5 -> L0: assume !b
}
`
	if err := Check(mustParse(t, strings.ReplaceAll(src, "DECL", "decl o"))); err != nil {
		t.Error(err)
	}
	if err := Check(mustParse(t, strings.ReplaceAll(src, "DECL", "skip"))); err == nil {
		t.Error("an address taken before the declaration passes")
	}
	if err := Check(mustParse(t, strings.ReplaceAll(src, "DECL", "end o"))); err == nil {
		t.Error("an address taken after the end passes")
	}
	ended := strings.ReplaceAll(strings.ReplaceAll(src, "DECL", "decl o"), "store &o, 1:i32", "end o")
	if err := Check(mustParse(t, ended)); err != nil {
		t.Error(err)
	}
}
