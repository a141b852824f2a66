package exec

import (
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/ir"
	"github.com/tandem-verifier/tandem/internal/num"
)

// inputsProgram returns a program with sites of several kinds.
func inputsProgram(t *testing.T) *ir.Program {
	return parseCase(t, machineCase{decls: siteI32 + siteBuf + sitePtr +
		"site nondet \"f@t.c:4:4\" type f64\nsite nondet \"n@u.c:9:9\" type u8", body: "0 X: return"})
}

// TestParseInputs tests the values that parsed inputs give to reads.
func TestParseInputs(t *testing.T) {
	p := inputsProgram(t)
	type read struct {
		k    ir.Key
		t    ir.Type
		want string // "-" for none
	}
	for _, c := range []struct {
		text  string
		reads []read
	}{
		{"", []read{{ir.Key{}, ir.I32, "-"}}},
		{"1, -5,0x10", []read{{ir.Key{}, ir.I32, "1"}, {ir.Key{Site: 9}, ir.U8, "251"}, {ir.Key{}, ir.F64, "16.0"},
			{ir.Key{}, ir.I32, "-"}}},
		{"1.5,300,nan,'a'", []read{{ir.Key{}, ir.I32, "1"}, {ir.Key{}, ir.U8, "44"}, {ir.Key{}, ir.F32, "NaN"},
			{ir.Key{}, ir.I8, "97"}}},
		{"18446744073709551615,-9223372036854775808", []read{{ir.Key{}, ir.U64, "18446744073709551615"},
			{ir.Key{}, ir.I64, "-9223372036854775808"}}},
		{"n@t.c:1:1=7,n@u.c:9:9#2=8", []read{{ir.Key{Site: 0}, ir.I32, "7"}, {ir.Key{Site: 0, Occ: 1}, ir.I32, "-"},
			{ir.Key{Site: 4, Occ: 2}, ir.U8, "8"}}},
		{"f#*=2", []read{{ir.Key{Site: 3, Occ: 17}, ir.F64, "2.0"}}},
		{"p=1,p+4:u32=258", []read{{ir.Key{Site: 2, Off: -1}, ir.P32, "1"}, {ir.Key{Site: 2, Off: 4}, ir.U16, "258"},
			{ir.Key{Site: 2, Off: 5}, ir.U8, "1"}, {ir.Key{Site: 2, Off: 6}, ir.U32, "-"}}},
		{`buf="a,b"`, []read{{ir.Key{Site: 1}, ir.U16, "11361"}, {ir.Key{Site: 1, Off: 2}, ir.U16, "98"}}},
		{"buf#1+8=3", []read{{ir.Key{Site: 1, Occ: 1, Off: 8}, ir.U64, "3"}}},
	} {
		in, err := ParseInputs(c.text, p)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		for _, r := range c.reads {
			got := "-"
			if bits, ok := in.Next(r.k, nil, r.t); ok {
				got = FormatValue(r.t, bits)
			}
			if got != r.want {
				t.Errorf("%q: %v %s: got %s, want %s", c.text, r.k, r.t, got, r.want)
			}
		}
	}
}

// TestParseInputsErrors tests the errors for invalid texts of inputs.
func TestParseInputsErrors(t *testing.T) {
	p := inputsProgram(t)
	for text, want := range map[string]string{
		"x":           "bad value",
		"1,,2":        "empty input",
		"1,f=2":       "cannot be mixed",
		"nosuch=1":    "no input \"nosuch\"; there are: n@t.c:1:1",
		"n=1":         "no input", // ambiguous
		`buf="x`:      "missing \"",
		"f#x=1":       "no input",
		"f=":          "bad value",
		"buf+0:u7=12": "bad type",
	} {
		if _, err := ParseInputs(text, p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

// TestGiven tests the results of Fault and Unread after reads of some types.
func TestGiven(t *testing.T) {
	p := inputsProgram(t)
	for _, c := range []struct {
		text  string
		reads []ir.Type // types of the reads of n@t.c, f, n@u.c and buf; Void means no read
		fault string
		left  string
	}{
		{"1,2,3", []ir.Type{ir.I32, ir.F64}, "", "3"},
		{"4294967295,-2147483648,255", []ir.Type{ir.I32, ir.U32, ir.I8}, "", ""},
		{"4294967296", []ir.Type{ir.I32}, `"4294967296": it does not fit in 32 bits`, ""},
		{"1,-2147483649,256", []ir.Type{ir.U8, ir.U32, ir.U8}, `"-2147483649": it does not fit in 32 bits`, ""},
		{"1e3,1e10", []ir.Type{ir.I32, ir.I32}, `"1e10": it does not fit in 32 bits`, ""},
		{"nan", []ir.Type{ir.I32}, `"nan": an integer is read`, ""},
		{"inf", []ir.Type{ir.I32}, `"inf": an integer is read`, ""},
		{"1e300,1.5,2.5", []ir.Type{ir.F64, ir.F32, ir.U8}, `"2.5": an integer is read`, ""},
		{"n@u.c:9:9=300,f=1", []ir.Type{ir.Void, ir.Void, ir.U8}, `"n@u.c:9:9=300": it does not fit in 8 bits`, "f=1"},
		{`buf+0:u8=1,buf+4:u32=7,f#*=2,f#1=3`, []ir.Type{ir.Void, ir.F64, ir.Void, ir.U8}, "", "buf+4:u32=7 f#1=3"},
	} {
		in, err := ParseInputs(c.text, p)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		for i, site := range []int{0, 3, 4, 1} {
			if i < len(c.reads) && c.reads[i] != ir.Void {
				in.Next(ir.Key{Site: site}, p.Sites[site], c.reads[i])
			}
		}
		fault := ""
		if err := in.Fault(); err != nil {
			fault = err.Error()
		}
		if !strings.HasSuffix(fault, c.fault) || (fault == "") != (c.fault == "") {
			t.Errorf("%q: %s, want %s", c.text, fault, c.fault)
		}
		if left := strings.Join(in.Unread(), " "); left != c.left {
			t.Errorf("%q: unread %q, want %q", c.text, left, c.left)
		}
	}
	if _, err := ParseInputs("buf+4:u8=256", p); err == nil {
		t.Error("256 in 8 bits")
	}
}

// TestFormatInputs tests that ParseInputs reads back the text of FormatInputs.
func TestFormatInputs(t *testing.T) {
	p := inputsProgram(t)
	rs := []ir.Record{
		{Key: ir.Key{Site: 0, Occ: 3}, Type: ir.I32, Bits: num.Mask(32)},
		{Key: ir.Key{Site: 1, Off: 7}, Type: ir.U16, Bits: 9},
		{Key: ir.Key{Site: 2, Off: -1}, Type: ir.P32, Bits: 1},
		{Key: ir.Key{Site: 2, Off: 0}, Type: ir.U8, Bits: 5},
		{Key: ir.Key{Site: 3}, Type: ir.F64, Bits: ir.NewFloat(ir.F64, -0.1).Bits},
	}
	text := FormatInputs(rs, p)
	in, err := ParseInputs(text, p)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rs {
		if bits, ok := in.Next(r.Key, nil, r.Type); !ok || bits != r.Bits {
			t.Errorf("%s: %v gives %#x, %v", text, r, bits, ok)
		}
	}
}

// TestFromRecords tests reads whose size or type differs from the records.
func TestFromRecords(t *testing.T) {
	p := inputsProgram(t)
	in := FromRecords(p, []ir.Record{{Key: ir.Key{Site: 1, Off: 4}, Type: ir.U32, Bits: 0x04030201},
		{Key: ir.Key{Site: 0}, Type: ir.I32, Bits: 7}})
	for _, c := range []struct {
		k    ir.Key
		t    ir.Type
		want uint64
		ok   bool
	}{
		{ir.Key{Site: 1, Off: 4}, ir.U32, 0x04030201, true},
		{ir.Key{Site: 1, Off: 5}, ir.U16, 0x0302, true},
		{ir.Key{Site: 1, Off: 6}, ir.U32, 0, false},
		{ir.Key{Site: 0}, ir.I32, 7, true},
		{ir.Key{Site: 0}, ir.U32, 7, true},
		{ir.Key{Site: 0, Occ: 1}, ir.I32, 0, false},
	} {
		got, ok := in.Next(c.k, nil, c.t)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("%v %s: got %#x, %v", c.k, c.t, got, ok)
		}
	}
}

// TestRandom tests that random values are canonical, depend on seed and key only, and include the boundaries.
func TestRandom(t *testing.T) {
	p := inputsProgram(t)
	for _, typ := range []ir.Type{ir.I8, ir.U8, ir.I32, ir.U64, ir.F32, ir.F64, ir.P32, ir.B} {
		for _, style := range []Style{Mixed, Small, Uniform} {
			seen := map[uint64]bool{}
			for seed := uint64(0); seed < 400; seed++ {
				k := ir.Key{Site: 0, Occ: int(seed % 3)}
				a, _ := Random(p, seed, style).Next(k, nil, typ)
				b, _ := Random(p, seed, style).Next(k, nil, typ)
				if a != b {
					t.Fatalf("%s: not deterministic", typ)
				}
				if a != canonical(typ, a) {
					t.Fatalf("%s: %#x is not canonical", typ, a)
				}
				seen[a] = true
			}
			if style == Mixed && typ.Kind == ir.Int && (!seen[0] || !seen[1] || !seen[num.Mask(typ.Bits)] ||
				!seen[num.MaxOf(typ.Bits, typ.Signed)] || !seen[num.MinOf(typ.Bits, typ.Signed)]) {
				t.Errorf("%s: boundaries are missing", typ)
			}
		}
	}
}

// TestConstants tests that Constants finds the constants of statements and conditions.
func TestConstants(t *testing.T) {
	p := parseCase(t, machineCase{body: "reg x i32\n0 1: x = 99:i32\n1 2: assume x < -7:i32 [user]\n2 X: return"})
	got := Constants(p)
	if len(got) != 2 || got[0] != -7 || got[1] != 99 {
		t.Errorf("got %v", got)
	}
}

// FuzzParseInputs tests that ParseInputs does not panic on any text.
func FuzzParseInputs(f *testing.F) {
	for _, s := range []string{"1,-5", "n=1,f#*=2.5", "p=1,p+4:u32=258", `buf="a\x00b"`, "buf#1+8=0x3", "'a',,",
		"a+b#c:u=,="} {
		f.Add(s)
	}
	p := parseCase(f, machineCase{decls: siteI32 + siteBuf + sitePtr + "site nondet \"f@t.c:4:4\" type f64\n",
		body: "0 X: return"})
	f.Fuzz(func(t *testing.T, s string) {
		in, err := ParseInputs(s, p)
		if err == nil {
			in.Next(ir.Key{}, p.Sites[0], ir.I32)
		}
	})
}
