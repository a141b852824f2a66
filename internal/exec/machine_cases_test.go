package exec

// check returns the last edges of a body, from location from: they lead to the error location unless cond holds.
func check(from, cond string) string {
	return "\n" + from + " X: assume " + cond + "\n" + from + " E: assume !(" + cond + ")\n"
}

// Declarations of sites. A case that uses several has them in this order, so that their numbers are #0, #1, ...
const (
	siteI32 = "site nondet \"n@t.c:1:1\" type i32\n"
	siteBuf = "site bytes \"buf@t.c:2:2\"\n"
	sitePtr = "site param \"p@t.c:3:3\" type ptr32\n"
)

// machineCases are the cases that all machines must pass.
var machineCases = []machineCase{
	// Outcomes.
	{name: "finished", body: "0 X: return", want: "finished"},
	{name: "halt", body: "0 H: skip", want: "finished"},
	{name: "violated", body: "0 E: skip", want: "violated O0 :9"},
	{name: "blocked branch", body: "0 X: assume 1:i32 == 2:i32 [T]", want: "blocked branch :1"},
	{name: "blocked user", body: "0 X: assume false [user]", want: "blocked user :1"},
	{name: "division by zero", body: "0 X: assume false [div]", want: "blocked div (division by zero) :1"},
	{name: "blocked without edge", body: "0 1: skip", want: "blocked other"},
	{name: "blocked takes the first edge", body: "0 1: skip\n1 X: assume false [user]\n1 2: assume false [ovf]",
		want: "blocked user :2"},
	{name: "undefined", body: "0 H: undefined \"invalid call\"", want: "undefined (invalid call) :1"},
	{name: "unsupported", body: "0 X: havocall \"f\"", want: "unsupported (all memory made arbitrary: f) :1"},
	{name: "no input", decls: siteI32, body: "reg x i32\n0 1: x = input #0\n1 X: return", want: "no input (n@t.c:1:1) :1"},
	{name: "out of fuel", body: "0 0: skip", cfg: Config{Fuel: 1000}, want: "out of fuel :1 fuel 1000"},
	{name: "out of memory", body: "reg p ptr32\n0 0: p = alloc heap 1000:i32", cfg: Config{MaxMemory: 10000},
		want: "out of memory :1 fuel 9"},
	{name: "negative size", body: "reg p ptr32\n0 X: p = alloc heap -1:i32", want: "out of memory :1"},
	{name: "out of stack", funcs: fnText("f()", "void", "0 1: call f()\n1 X: return"), body: "0 1: call f()\n1 X: return",
		cfg: Config{MaxDepth: 50}, want: "out of stack :1 fuel 50"},

	// Registers, expressions, calls.
	{name: "wrap", body: "reg x i32\n0 1: x = 2147483647:i32 + 1:i32" + check("1", "x == -2147483648:i32"),
		want: "finished"},
	{name: "unsigned compare", body: "reg x u8\n0 1: x = u8(-1:i32)" + check("1", "x == 255:u8 && 7:u8 < x"),
		want: "finished"},
	{name: "signed compare", body: "reg x i8\n0 1: x = i8(255:i32)" + check("1", "x < 0:i8 && !(0:i8 <= x)"),
		want: "finished"},
	{name: "overflows", body: "reg x i32\n0 1: x = 2147483647:i32" + check("1",
		"overflows(x + 1:i32) && !overflows(x - 1:i32)"), want: "finished"},
	{name: "float", body: "reg x f64\n0 1: x = f64(1:i32) / 4.0:f64" + check("1", "x == 0.25:f64"), want: "finished"},
	{name: "math", body: "reg x f64\n0 1: x = math pow(2.0:f64, 10.0:f64)" + check("1", "x == 1024.0:f64"),
		want: "finished"},
	{name: "unknown math", body: "reg x f64\n0 X: x = math nosuch(2.0:f64)",
		want: "unsupported (math function nosuch) :1"},
	// See jit_order.go.
	{name: "zero below a mask", decls: siteI32, body: "reg a i32\n0 1: a = input #0" + check("1", "0:i32 < (a & -a)"),
		inputs: "-1", want: "finished reads n@t.c:1:1=-1"},
	{name: "zero below a mask, locals", decls: siteI32,
		body: "reg a i32\nreg b i32\nreg c i32\n0 1: a = input #0\n1 2: c = 0:i32\n2 3: b = a & 7:i32" + check("3",
			"c < b && c <= b"), inputs: "-1", want: "finished reads n@t.c:1:1=-1"},
	{name: "zero below a mask, u8", decls: siteI32, body: "reg a i32\nreg c i32\n0 1: a = input #0\n1 2: c = 0:i32" +
		check("2", "u8(c) < u8(a) && u8(c) <= u8(a)"), inputs: "-1", want: "finished reads n@t.c:1:1=-1"},
	{name: "zero below a mask, u64", decls: siteI32,
		body: "reg a u64\nreg c u64\nreg i i32\n0 1: i = input #0\n1 2: a = u64(i)\n2 3: c = 0:u64\n3 4: a = a & 12:u64" +
			check("4", "c < a && !(a <= c) && 0:u64 < a"), inputs: "-1", want: "finished reads n@t.c:1:1=-1"},
	{name: "globals", decls: "global g i32 = 41:i32", body: "0 1: @g = @g + 1:i32" + check("1", "@g == 42:i32"),
		want: "finished"},
	{name: "call", funcs: fnText("f(a, b)", "i32", "reg a i32\nreg b i32\n0 X: return a - b"),
		body: "reg x i32\n0 1: x = call f(5:i32, 3:i32)" + check("1", "x == 2:i32"), want: "finished fuel 1"},
	{name: "recursion", funcs: fnText("f(n)", "i32", `reg n i32
		reg r i32
		0 1: assume n <= 0:i32 [T]
		1 X: return 0:i32
		0 2: assume 0:i32 < n [F]
		2 3: r = call f(n - 1:i32)
		3 X: return r + n`),
		body: "reg x i32\n0 1: x = call f(10:i32)" + check("1", "x == 55:i32"), cfg: Config{Trace: true},
		want: "finished fuel 11 trace FFFFFFFFFFT"},
	{name: "return without value", funcs: fnText("f()", "i32", "0 X: return"), body: "reg x i32\n0 1: x = call f()" +
		check("1", "x == 0:i32"), want: "finished approx fuel 1"},
	{name: "registers of a new activation",
		funcs: fnText("f(a)", "i32", "reg a i32\nreg b i32\n0 1: b = b + a\n1 X: return b"),
		body:  "reg x i32\n0 1: x = call f(1:i32)\n1 2: x = call f(1:i32)" + check("2", "x == 1:i32"),
		want:  "finished fuel 2"},
	{name: "loop", body: `reg i i32
		0 1: i = 0:i32
		1 2: assume i < 3:i32 [T]
		2 1: i = i + 1:i32
		1 3: assume 3:i32 <= i [F]
		3 X: return`, cfg: Config{Trace: true}, want: "finished fuel 3 trace TTTF"},
	{name: "trace limit", body: `reg i i32
		0 1: i = 0:i32
		1 2: assume i < 30:i32 [T]
		2 1: i = i + 1:i32
		1 3: assume 30:i32 <= i [F]
		3 X: return`, cfg: Config{Trace: true, MaxTrace: 2}, want: "finished fuel 30 trace TTTTTTTTTTTTTTTT"},

	// Inputs.
	{name: "input", decls: siteI32, body: "reg x i32\n0 1: x = input #0" + check("1", "x == -5:i32"), inputs: "-5",
		want: "finished reads n@t.c:1:1=-5"},
	{name: "occurrences", decls: siteI32, body: "reg x i32\nreg y i32\n0 1: x = input #0\n1 2: y = input #0" + check("2",
		"x == 1:i32 && y == 2:i32"),
		inputs: "n=1,n#1=2", want: "finished reads n@t.c:1:1=1,n@t.c:1:1#1=2"},
	{name: "float input", decls: "site nondet \"f@t.c:1:1\" type f32\n", body: "reg x f32\n0 1: x = input #0" + check("1",
		"x == 0.5:f32"), inputs: "0.5", want: "finished reads f@t.c:1:1=0.5"},
	{name: "approx", decls: "site approx \"a@t.c:1:1\" type i32\n", body: "reg x i32\n0 1: x = input #0\n1 X: return",
		inputs: "7", want: "finished reads a@t.c:1:1=7 approx"},
	{name: "null", decls: sitePtr, body: "reg p ptr32\n0 1: p = input #0 fresh 8" + check("1", "p == 0:ptr32"),
		inputs: "0", want: "finished reads p@t.c:3:3=0"},
	{name: "fresh object", decls: sitePtr, body: "reg p ptr32\nreg x i32\n0 1: p = input #0 fresh 8\n1 2: x = load " +
		"ptradd(p, 1:i32, 4)" + check("2", "x == 9:i32"),
		inputs: "p=1,p+4=9", want: "finished reads p@t.c:3:3=1,p@t.c:3:3+4:u32=9"},
	{name: "end of the fresh object", decls: sitePtr,
		body:   "reg p ptr32\nreg x i32\n0 1: p = input #0 fresh 8\n1 2: x = load ptradd(p, 5:i32, 1)\n2 X: return",
		inputs: "p=1", want: "undefined (invalid read) :2 reads p@t.c:3:3=1"},

	// Objects.
	{name: "global object", decls: "object a size 8 align 4 = { 0: 5:i32, 4: 6:i32 }",
		body: "reg x i32\nreg y i32\n0 1: x = load &@a\n1 2: y = load ptradd(&@a, 4:i32, 1)" + check("2",
			"x == 5:i32 && y == 6:i32"), want: "finished"},
	{name: "zero initialised", decls: "object a size 8 align 4 = { 4: 6:i32 }", body: "reg x i32\n0 1: x = load &@a" +
		check("1", "x == 0:i32"), want: "finished"},
	{name: "little endian", decls: "object a size 4 align 4 = { 0: 16909060:i32 }",
		body: "reg x u8\n0 1: x = load ptradd(&@a, 1:i32, 1)" + check("1", "x == 3:u8"), want: "finished"},
	{name: "store and load", decls: siteBuf,
		body: "object o size 4 align 4 #0\nreg x i16\n0 1: decl o\n1 2: store &o, 305419896:i32\n2 3: x = load ptradd(&o, " +
			"2:i32, 1)" + check("3", "x == 4660:i16"), want: "finished"},
	{name: "const object", decls: "object a size 4 align 4 const", body: "0 X: store &@a, 1:i32",
		want: "undefined (invalid write) :1"},
	{name: "gap", decls: "object a size 4 align 4\nobject b size 4 align 4",
		body: "0 X: store ptradd(&@a, 1:i32, 16), 1:i32", want: "undefined (invalid write) :1"},
	{name: "neighbour keeps provenance", decls: "object a size 32 align 4\nobject b size 4 align 4",
		body: "0 X: store ptradd(&@a, 3:i32, 16), 1:i32", want: "undefined (invalid write) :1"},
	{name: "out and back", decls: "object a size 4 align 4",
		body: "reg p ptr32\n0 1: p = ptradd(&@a, 100:i32, 4)\n1 2: p = ptradd(p, -100:i32, 4)\n2 X: store p, 1:i32",
		want: "finished"},
	{name: "null read", body: "reg x i32\n0 X: x = load 0:ptr32", want: "undefined (invalid read) :1"},
	{name: "function read", funcs: fnText("f()", "void", "0 X: return"), body: "reg x i32\n0 X: x = load func(f)",
		want: "undefined (invalid read) :1"},
	{name: "function addresses", funcs: fnText("f()", "void", "0 X: return"), body: "reg x i32\n0 1: x = i32(func(f))" +
		check("1", "x == 4112:i32"), want: "finished addr"},
	{name: "addresses", decls: "object a size 16 align 4\nobject b size 0 align 1\nobject c size 1 align 64\nobject d " +
		"size 15 align 1\nobject e size 1 align 1\n",
		body: "reg a u32\nreg b u32\nreg c u32\nreg d u32\nreg e u32\n0 1: a = u32(&@a)\n1 2: b = u32(&@b)\n2 3: c = " +
			"u32(&@c)\n3 4: d = u32(&@d)\n4 5: e = u32(&@e)" +
			check("5", "a == 65536:u32 && b == 65568:u32 && c == 65600:u32 && d == 65616:u32 && e == 65632:u32"),
		want: "finished addr"},
	{name: "dead local", funcs: fnText("f()", "ptr32", "object o size 4 align 4\n0 1: decl o\n1 2: store &o, 1:i32\n2 "+
		"X: return &o"),
		body: "reg p ptr32\nreg x i32\n0 1: p = call f()\n1 X: x = load p", want: "undefined (invalid read) :2 fuel 1"},
	{name: "two instances", body: "object o size 4 align 4\nreg p ptr32\nreg x i32\n0 1: decl o\n1 2: p = &o\n2 3: " +
		"store p, 1:i32\n3 4: decl o\n4 5: store &o, 2:i32\n5 6: x = load p" + check("6", "x == 1:i32 && !(p == &o)"),
		want: "finished"},
	{name: "heap", body: "reg p ptr32\nreg x i32\n0 1: p = alloc heap 4:u32 zeroed\n1 2: x = load p\n2 3: free p" +
		check("3", "x == 0:i32"), want: "finished"},
	{name: "use after free",
		body: "reg p ptr32\nreg x i32\n0 1: p = alloc heap 4:u32 zeroed\n1 2: free p\n2 X: x = load p",
		want: "undefined (invalid read) :3"},
	{name: "double free", body: "reg p ptr32\n0 1: p = alloc heap 4:u32\n1 2: free p\n2 X: free p",
		want: "undefined (invalid free) :3"},
	{name: "free null", body: "0 1: free 0:ptr32\n1 X: return", want: "finished"},
	{name: "free inside", body: "reg p ptr32\n0 1: p = alloc heap 4:u32\n1 X: free ptradd(p, 1:i32, 1)",
		want: "undefined (invalid free) :2"},
	{name: "free stack", body: "reg p ptr32\n0 1: p = alloc stack 4:u32\n1 X: free p",
		want: "undefined (invalid free) :2"},
	{name: "size 0", body: "reg p ptr32\nreg q ptr32\nreg x u8\n0 1: p = alloc heap 0:u32\n1 2: q = alloc heap " +
		"0:u32\n2 3: assume !(p == q)\n3 X: x = load p", want: "undefined (invalid read) :4 addr"},
	{name: "end and start", decls: "object a size 8 align 4\nobject q size 4 align 4",
		body: "reg p ptr32\n0 1: p = ptradd(&@a, 2:i32, 4)\n1 X: assume p != &@q", want: "finished addr"},
	{name: "two objects", decls: "object a size 8 align 4\nobject q size 4 align 4",
		body: "reg p ptr32\n0 1: p = ptradd(&@a, 1:i32, 4)\n1 X: assume p != &@q", want: "finished"},
	{name: "end and inside", decls: "object a size 8 align 4",
		body: "reg p ptr32\n0 1: p = ptradd(&@a, 2:i32, 4)\n1 X: assume p != &@a", want: "finished"},
	{name: "stack memory dies", funcs: fnText("f()", "ptr32", "reg p ptr32\n0 1: p = alloc stack 4:u32 zeroed\n1 X: "+
		"return p"),
		body: "reg p ptr32\nreg x i32\n0 1: p = call f()\n1 X: x = load p", want: "undefined (invalid read) :2 fuel 1"},
	{name: "end", body: "object o size 4 align 4\nreg p ptr32\nreg x i32\n0 1: decl o\n1 2: p = &o\n2 3: store p, " +
		"1:i32\n3 4: x = load p\n4 5: end o" + check("5", "x == 1:i32"), want: "finished"},
	{name: "read after the end", body: "object o size 4 align 4\nreg p ptr32\nreg q ptr32\nreg x i32\n0 1: decl o\n1 " +
		"2: p = &o\n2 3: store &o, 1:i32\n3 4: end o\n4 X: x = load p", want: "undefined (invalid read) :5"},
	{name: "write after the end", body: "object o size 4 align 4\nreg p ptr32\n0 1: decl o\n1 2: p = &o\n2 3: end o\n3 " +
		"X: store p, 1:i32", want: "undefined (invalid write) :4"},
	{name: "a new instance after the end", body: "object o size 4 align 4\nreg p ptr32\nreg x i32\n0 1: decl o\n1 2: p " +
		"= &o\n2 3: end o\n3 4: end o\n4 5: decl o\n5 6: store &o, 2:i32\n6 7: assume p != &o\n7 8: x = load &o\n8 9: " +
		"assume x == 2:i32\n9 X: x = load p", want: "undefined (invalid read) :10 addr"},
	{name: "end before a declaration", body: "object o size 4 align 4\nreg x i32\n0 1: end o\n1 2: decl o\n2 3: store " +
		"&o, 2:i32\n3 4: x = load &o" + check("4", "x == 2:i32"), want: "finished"},
	{name: "stack memory is freed", body: "reg p ptr32\nreg x i32\n0 1: p = alloc stack 4:u32 zeroed\n1 2: x = load " +
		"p\n2 3: free p stack\n3 X: x = load p", want: "undefined (invalid read) :4"},
	{name: "stack memory is freed twice", body: "reg p ptr32\n0 1: p = alloc stack 4:u32 zeroed\n1 2: free p stack\n2 " +
		"X: free p stack", want: "undefined (invalid free) :3"},
	{name: "freed as stack memory", body: "reg p ptr32\n0 1: p = alloc heap 4:u32 zeroed\n1 X: free p stack",
		want: "undefined (invalid free) :2"},
	{name: "heap lives on", funcs: fnText("f()", "ptr32", "reg p ptr32\n0 1: p = alloc heap 4:u32 zeroed\n1 X: return p"),
		body: "reg p ptr32\nreg x i32\n0 1: p = call f()\n1 2: x = load p" + check("2", "x == 0:i32"),
		want: "finished fuel 1"},
	{name: "pointer through memory", decls: "object a size 8 align 4 = { 4: 7:i32 }\nobject q size 4 align 4",
		body: "reg p ptr32\nreg x i32\n0 1: store &@q, ptradd(&@a, 1:i32, 4)\n1 2: p = load &@q\n2 3: x = load p" + check("3",
			"x == 7:i32"), want: "finished"},
	{name: "pointer initialiser", decls: "object a size 8 align 4 = { 4: 7:i32 }\nobject q size 4 align 4 = { 0: " +
		"ptradd(&@a, 1:i32, 4) }\nglobal g ptr32 = &@a",
		body: "reg p ptr32\nreg x i32\n0 1: p = load &@q\n1 2: assume ptradd(@g, 4:i32, 1) == p\n2 3: x = load p" + check("3",
			"x == 7:i32"), want: "finished"},

	// Uninitialised bytes.
	{name: "uninitialised", decls: siteBuf,
		body: "object o size 8 align 4 #0\nreg x i32\nreg y i32\n0 1: decl o\n1 2: x = load ptradd(&o, 4:i32, 1)\n2 3: " +
			"y = load ptradd(&o, 4:i32, 1)" + check("3", "x == 3:i32 && y == 3:i32"),
		inputs: "buf+4=3", want: "finished reads buf@t.c:2:2+4:u32=3"},
	{name: "partly initialised", decls: siteBuf,
		body: "object o size 8 align 4 #0\nreg x u64\n0 1: decl o\n1 2: store ptradd(&o, 3:i32, 1), 255:u8\n2 3: x = " +
			"load &o" + check("3", "x == 289077008678257153:u64"),
		inputs: "buf+2=0,buf+0:u16=513,buf+4:u32=67305985",
		want:   "finished reads buf@t.c:2:2+0:u16=513,buf@t.c:2:2+2:u8=0,buf@t.c:2:2+4:u32=67305985"},
	{name: "occurrence of the object", decls: siteBuf,
		body:   "object o size 4 align 4 #0\nreg x i32\n0 1: decl o\n1 2: decl o\n2 3: x = load &o\n3 X: return",
		inputs: "buf#1+0=1", want: "finished reads buf@t.c:2:2#1+0:u32=1"},
	{name: "uninit global", decls: siteBuf + "object a size 4 align 4 uninit #0", body: "reg x i32\n0 1: x = load &@a" +
		check("1", "x == 4:i32"), inputs: "buf+0=4", want: "finished reads buf@t.c:2:2+0:u32=4"},
	{name: "heap bytes", decls: siteBuf, body: "reg p ptr32\nreg x u16\n0 1: p = alloc heap 4:u32 #0\n1 2: x = load " +
		"ptradd(p, 1:i32, 2)\n2 X: return", inputs: "5", want: "finished reads buf@t.c:2:2+2:u16=5"},
	{name: "havoc", decls: siteBuf + "object a size 8 align 4",
		body: "reg x i32\nreg y i32\n0 1: memhavoc ptradd(&@a, 4:i32, 1), 4:u32 #0\n1 2: x = load &@a\n2 3: y = load " +
			"ptradd(&@a, 4:i32, 1)" + check("3", "x == 0:i32 && y == 8:i32"),
		inputs: "buf+0=8", want: "finished reads buf@t.c:2:2+0:u32=8 fuel 1"},
	{name: "copy keeps identity", decls: siteBuf + "object a size 4 align 4",
		body: "object o size 4 align 4 #0\nreg x i32\nreg y i32\n0 1: decl o\n1 2: memcopy &@a, &o, 4:u32\n2 3: x = " +
			"load &@a\n3 4: y = load &o" + check("4", "x == y"),
		inputs: "77", want: "finished reads buf@t.c:2:2+0:u32=77 fuel 1"},
	{name: "copy of a part", decls: siteBuf + "object a size 8 align 4",
		body: "object o size 8 align 4 #0\nreg x u8\nreg y u32\n0 1: decl o\n1 2: store ptradd(&o, 1:i32, 1), 9:u8\n2 " +
			"3: memcopy ptradd(&@a, 2:i32, 1), &o, 6:u32\n3 4: x = load ptradd(&@a, 3:i32, 1)\n4 5: y = load ptradd(&@a, " +
			"4:i32, 1)" + check("5", "x == 9:u8 && y == 5:u32"),
		inputs: "buf+2:u32=5", want: "finished reads buf@t.c:2:2+2:u32=5 fuel 1"},
	{name: "overlapping copy", decls: "object a size 8 align 4 = { 0: 1:i32, 4: 2:i32 }",
		body: "reg x i32\n0 1: memcopy ptradd(&@a, 2:i32, 1), &@a, 6:u32\n1 2: x = load ptradd(&@a, 2:i32, 1)" + check("2",
			"x == 1:i32"), want: "finished fuel 1"},
	{name: "copy 0", body: "0 1: memcopy 0:ptr32, 0:ptr32, 0:i32\n1 X: return", want: "finished"},
	{name: "copy too long", decls: "object a size 8 align 4\nobject b size 4 align 4",
		body: "0 X: memcopy &@b, &@a, 5:i32", want: "undefined (invalid write) :1"},
	{name: "copy reads first", decls: "object a size 8 align 4\nobject b size 4 align 4",
		body: "0 X: memcopy &@b, &@a, 9:i32", want: "undefined (invalid read) :1"},
	{name: "copy negative", decls: "object a size 8 align 4\nobject b size 4 align 4",
		body: "0 X: memcopy &@b, &@a, -1:i32", want: "undefined (invalid read) :1"},
	{name: "set", decls: siteBuf, body: "object o size 100 align 4 #0\nreg x i32\n0 1: decl o\n1 2: memset &o, " +
		"257:i32, 100:i32\n2 3: x = load ptradd(&o, 96:i32, 1)" + check("3", "x == 16843009:i32"), want: "finished fuel 2"},

	// Flags.
	{name: "addr by cast", decls: "object a size 8 align 4", body: "reg x u32\n0 1: x = u32(&@a)\n1 X: return",
		want: "finished addr"},
	{name: "no addr by cast of null", body: "reg p ptr32\nreg x u32\n0 1: x = u32(p)\n1 X: return", want: "finished"},
	{name: "addr by order", decls: "object a size 8 align 4\nobject b size 1 align 1",
		body: "0 1: assume &@a < &@b\n1 X: return", want: "finished addr"},
	{name: "order inside", decls: "object a size 8 align 4", body: "0 1: assume &@a < ptradd(&@a, 1:i32, 4)\n1 X: return",
		want: "finished"},
	{name: "addr by difference", decls: "object a size 8 align 4\nobject b size 1 align 1",
		body: "reg x i32\n0 1: x = ptrdiff(&@b, &@a)\n1 X: return", want: "finished addr"},
	{name: "difference inside", decls: "object a size 8 align 4",
		body: "reg x i32\n0 1: x = ptrdiff(ptradd(&@a, 1:i32, 4), &@a)" + check("1", "x == 4:i32"), want: "finished"},
	{name: "addr by a forged pointer", decls: "object a size 8 align 4",
		body: "reg p ptr32\n0 1: p = ptr32(65540:i32)\n1 2: store p, 1:i32\n2 X: return", want: "finished addr"},
	{name: "no addr by a sentinel", decls: "object a size 8 align 4", body: "reg p ptr32\n0 1: p = ptr32(-1:i32)" +
		check("1", "!(p == &@a)"), want: "finished"},
	{name: "round trip", decls: "object a size 8 align 4",
		body: "reg x u32\nreg p ptr32\n0 1: x = u32(&@a)\n1 2: p = ptr32(x)\n2 3: store p, 1:i32\n3 X: return",
		want: "finished addr"},
	{name: "not wild one past the end", decls: "object a size 8 align 4\nobject q size 4 align 4",
		body: "0 1: store &@q, ptradd(&@a, 8:i32, 1)\n1 X: return", want: "finished"},
	{name: "wild by cast", decls: "object a size 8 align 4",
		body: "reg x u32\n0 1: x = u32(ptradd(&@a, -1:i32, 1))\n1 X: return", want: "finished wild addr"},
}

// exactCases are cases for the flag Addr and for pointers in memory.
var exactCases = []machineCase{
	{name: "addr by bytes", decls: "object a size 8 align 4\nobject q size 4 align 4",
		body: "reg x u8\n0 1: store &@q, &@a\n1 2: x = load ptradd(&@q, 1:i32, 1)\n2 X: return", want: "finished addr"},
	{name: "null is no address", decls: "object q size 4 align 4",
		body: "reg x u8\n0 1: store &@q, 0:ptr32\n1 2: x = load ptradd(&@q, 1:i32, 1)\n2 X: return", want: "finished"},
	{name: "addr by a number read as a pointer", decls: "object a size 8 align 4\nobject q size 4 align 4",
		body: "reg p ptr32\n0 1: store &@q, 65536:i32\n1 2: p = load &@q\n2 X: return", want: "finished addr"},
	{name: "copied pointer", decls: "object a size 8 align 4\nobject q size 4 align 4\nobject r size 4 align 4",
		body: "reg p ptr32\n0 1: store &@q, &@a\n1 2: memcopy &@r, &@q, 4:i32\n2 3: p = load &@r\n3 4: store p, 1:i32\n4 " +
			"X: return", want: "finished fuel 1"},
	{name: "overwritten pointer", decls: "object a size 8 align 4\nobject q size 4 align 4",
		body: "reg x i32\n0 1: store &@q, &@a\n1 2: store &@q, 5:i32\n2 3: x = load &@q\n3 X: return", want: "finished"},
}

// strayCases are cases with stored pointers outside of their object, whose object only the interpreter finds.
var strayCases = []machineCase{
	{name: "no object is lost by a store", decls: "object a size 8 align 4\nobject b size 64 align 4\nobject q size 4 " +
		"align 4\nobject r size 8 align 4", body: "0 1: store &@q, ptradd(&@a, 9:i32, 1)\n1 X: return", want: "finished"},
	{name: "beyond its object in another", decls: "object a size 8 align 4\nobject b size 64 align 4\nobject q size 4 " +
		"align 4\nobject r size 8 align 4", body: "reg p ptr32\n0 1: store &@q, ptradd(&@a, 16:i32, 1)\n1 2: p = load " +
		"&@q\n2 3: store p, 1:i32\n3 X: return", want: "undefined (invalid write) :3"},
	{name: "beyond and back", decls: "object a size 8 align 4\nobject b size 64 align 4\nobject q size 4 align " +
		"4\nobject r size 8 align 4", body: "reg p ptr32\nreg x i32\n0 1: store &@q, ptradd(&@a, 20:i32, 1)\n1 2: p = " +
		"load &@q\n2 3: store ptradd(p, -16:i32, 1), 7:i32\n3 4: x = load ptradd(&@a, 4:i32, 1)" + check("4", "x == 7:i32") +
		"", want: "finished"},
	{name: "a copy of one", decls: "object a size 8 align 4\nobject b size 64 align 4\nobject q size 4 align 4\nobject " +
		"r size 8 align 4", body: "reg p ptr32\n0 1: store &@q, ptradd(&@a, 16:i32, 1)\n1 2: memcopy ptradd(&@r, 4:i32, " +
		"1), &@q, 4:i32\n2 3: p = load ptradd(&@r, 4:i32, 1)\n3 4: store p, 1:i32\n4 X: return",
		want: "undefined (invalid write) :4 fuel 1"},
	{name: "one is overwritten", decls: "object a size 8 align 4\nobject b size 64 align 4\nobject q size 4 align " +
		"4\nobject r size 8 align 4", body: "reg p ptr32\n0 1: store &@q, ptradd(&@a, 16:i32, 1)\n1 2: store &@q, &@b\n2 " +
		"3: p = load &@q\n3 4: store p, 1:i32\n4 X: return", want: "finished"},
	{name: "one is overwritten by a copy", decls: "object a size 8 align 4\nobject b size 64 align 4\nobject q size 4 " +
		"align 4\nobject r size 8 align 4", body: "reg p ptr32\n0 1: store &@q, ptradd(&@a, 16:i32, 1)\n1 2: store &@r, " +
		"&@b\n2 3: memcopy &@q, &@r, 4:i32\n3 4: p = load &@q\n4 5: store p, 1:i32\n5 X: return", want: "finished fuel 1"},
	{name: "one as a number", decls: "object a size 8 align 4\nobject b size 64 align 4\nobject q size 4 align " +
		"4\nobject r size 8 align 4", body: "reg x i32\n0 1: store &@q, ptradd(&@a, 16:i32, 1)\n1 2: x = load &@q\n2 X: " +
		"return", want: "finished wild addr"},
}
