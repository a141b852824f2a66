package build

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/cfront/csrc"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string
	}{
		{`gcc -DX="a b" 'c d' e\ f -c x.c`, []string{"gcc", "-DX=a b", "c d", "e f", "-c", "x.c"}},
		{`-D'S="x"' "-DT=\"y\\\"" ''`, []string{`-DS="x"`, `-DT="y\"`, ""}},
		{"  a\n\tb ", []string{"a", "b"}},
	} {
		got, err := split(c.in)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, %v; want %q", c.in, got, err, c.want)
		}
	}
	for _, bad := range []string{"'a", `"a`} {
		if _, err := split(bad); err == nil {
			t.Errorf("%s: no error", bad)
		}
	}
}

func TestDefinitions(t *testing.T) {
	got := definitions(`
/* int no1; */ #define NO2(x) { int y; }
extern "C" { // no3 = 1;
#ifdef A
int f(int a) {
#else
int f(void) {
#endif
  int inside = 1; called(inside); if (called2(1)) { while (x) { } }
}
}
static const char *s = "} no4 = 1;", c = '}'; int arr[3];
int (*fp)(void); extern int e;
int
kr(a, b)
  int a, b;
{ return 0; }
int proto(int q);
int attr(int q) __attribute__((noinline));
int last = 1;`)
	for _, want := range []string{"f", "s", "c", "arr", "fp", "kr", "last"} {
		if !got[want] {
			t.Errorf("%s is not found", want)
		}
	}
	for _, no := range []string{"no1", "NO2", "no3", "no4", "called", "proto", "y"} {
		if got[no] {
			t.Errorf("%s is found", no)
		}
	}
}

// TestFlagsAreTaken tests that common flags are accepted, and that flags which change the meaning, and are not
// supported, are refused.
func TestFlagsAreTaken(t *testing.T) {
	for _, line := range []string{
		"-Wall -Wextra -Wno-unused -Werror=format -pedantic -O2 -g -ggdb3 -pipe -fPIC -fno-common -fvisibility=hidden " +
			"-fno-strict-aliasing",
		"-fstack-protector-strong -fcf-protection -D_FORTIFY_SOURCE=2 -fdiagnostics-color=always -MD -MT x.o -MF x.d -o " +
			"x.o -c x.c",
		"-isystem /a -iquote b -idirafter c -Id -I e -DA -D B=2 -UC -U D -std=gnu11 -x c -m64 -mtune=native " +
			"-fno-omit-frame-pointer",
		"-ffunction-sections -fdata-sections -Wl,--gc-sections -nostdlib -static -L. -lm -T x.ld -fno-builtin " +
			"-fno-builtin-printf -flto=auto",
		"-fsanitize=address,undefined -fprofile-arcs -ftest-coverage --coverage -fmax-errors=3 -fmacro-prefix-map=a=b " +
			"--param max-inline=3",
		"-include config.h -imacros m.h -pthread -rdynamic -save-temps=obj -fexec-charset=UTF-8 -march=x86-64 -msse2 " +
			"--sysroot=/ -fwrapv -ftrapv",
		"-Wp,-MMD,x.d -Wa,-x -funroll-loops -falign-functions=32 -fno-tree-vectorize -mno-red-zone -mcmodel=kernel " +
			"-mpreferred-stack-boundary=3",
		"--param=ssp-buffer-size=4 -fmin-function-alignment=16 -ferror-limit=0 -fno-spell-checking -resource-dir /x " +
			"-no-integrated-as --target=x86_64-linux-gnu",
	} {
		if _, err := Parse(strings.Fields(line), "/dir", nil); err != nil {
			t.Error(err)
		}
	}
	for flag, want := range map[string]string{
		"-ffast-math": "rearranged", "-Ofast": "rearranged", "-fopenmp": "threads", "-march=haswell": "one rounding",
		"-std=c2y": "gnu17", "-fxyz": "not known", "-mxyz": "not known", "-mlong-double-64": "another type",
		"-fexec-charset=latin1":           "UTF-8",
		"-ftrivial-auto-var-init=pattern": "pattern", "-fplugin=x.so": "plugin", "-include-pch": "clang",
		"-isystem": "missing", "-": "standard input",
	} {
		if _, err := Parse([]string{flag}, "", nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", flag, err, want)
		}
	}
}

// TestTargets tests that another machine, or one with another data model than Linux, is not taken for the usual one.
func TestTargets(t *testing.T) {
	for flags, want := range map[string]Flags{
		"-target x86_64-linux-gnu":          {},
		"--target=i686-unknown-linux-gnu":   {Model: 32},
		"--target=aarch64-linux-gnu":        {Foreign: "aarch64-linux-gnu"},
		"--target=x86_64-linux-gnux32":      {Foreign: "x86_64-linux-gnux32"},
		"-target x86_64-pc-windows-msvc":    {Foreign: "x86_64-pc-windows-msvc"},
		"-m32 --target=x86_64-w64-mingw32":  {Model: 32, Foreign: "x86_64-w64-mingw32"},
		"-m32 --target=x86_64-unknown-musl": {Model: 32},
	} {
		if f, err := Parse(strings.Fields(flags), "", nil); err != nil || f.Model != want.Model || f.Foreign != want.Foreign {
			t.Errorf("%s: %d %q, %v", flags, f.Model, f.Foreign, err)
		}
	}
	for compiler, want := range map[string]Flags{
		"gcc": {}, "x86_64-linux-gnu-gcc-12": {}, "i686-linux-gnu-gcc": {Model: 32}, "musl-gcc": {},
		"x86_64-w64-mingw32-gcc": {Foreign: "x86_64-w64-mingw32-gcc"}, "arm-none-eabi-gcc": {Foreign: "arm-none-eabi-gcc"},
	} {
		u := &Unit{Flags: &Flags{}}
		if err := u.target(compiler); err != nil || u.Model != want.Model || u.Foreign != want.Foreign {
			t.Errorf("%s: %d %q, %v", compiler, u.Model, u.Foreign, err)
		}
	}
}

func TestParse(t *testing.T) {
	f, err := Parse(strings.Fields("-DA=1 -UA -DA=2 -DB -UB -Isub -I /abs -isystem /abs -std=c90 -m32 x.c"), "/d", nil)
	if err != nil {
		t.Fatal(err)
	}
	c := f.Config
	if !slices.Equal(c.Defines, []string{"A=2"}) || !slices.Equal(c.Undefs, []string{"B"}) ||
		!slices.Equal(c.IncludeDirs, []string{"/d/sub"}) ||
		!slices.Equal(c.SystemDirs, []string{"/abs"}) || f.Model != 32 || !slices.Equal(f.Files, []string{"/d/x.c"}) {
		t.Errorf("%+v", f)
	}
	if i := slices.IndexFunc(c.Predefined, func(m csrc.Macro) bool { return m.Name == "__STDC_VERSION__" }); i < 0 ||
		c.Predefined[i].Value != "" {
		t.Errorf("C90 has no __STDC_VERSION__: %v", c.Predefined)
	}
}

// TestTable tests that gcc knows the flags that flags.txt notes or refuses, and that no flag is in two sections.
func TestTable(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		benchtest.Missing(t, "no gcc")
	}
	table := flagTable()
	for _, r := range slices.Concat(table.refused, table.noted) {
		name := strings.TrimSuffix(r.flag, "*")
		if bare := strings.TrimPrefix(name, "-f"); bare != name && table.f[bare] {
			t.Errorf("%s is ignored and not", r.flag)
		}
		if !strings.HasPrefix(name, "-f") || strings.HasSuffix(r.flag, "*") || name == "-fblocks" || name == "-fgimple" ||
			name == "-fdirectives-only" {
			continue
		}
		if out, err := exec.Command(gcc, name, "-fsyntax-only", "-x", "c", "/dev/null").CombinedOutput(); err != nil &&
			strings.Contains(string(out), "unrecognized") {
			t.Errorf("gcc does not know %s: %s", name, out)
		}
	}
}

// TestMacros tests that the last flag for a name of a macro counts.
func TestMacros(t *testing.T) {
	for _, c := range []struct{ d, u, moreD, moreU, wantD, wantU string }{
		{"A=1 B", "C", "A=2", "", "B A=2", "C"},
		{"A=1", "C", "C=3", "", "A=1 C=3", ""},
		{"A=1 AB=2", "", "", "A", "AB=2", "A"},
		{"F(x)=x", "G", "F=1 G(y)=y", "", "F=1 G(y)=y", ""},
		{"", "A", "", "A", "", "A"},
	} {
		d, u := Macros(strings.Fields(c.d), strings.Fields(c.u), strings.Fields(c.moreD), strings.Fields(c.moreU))
		if strings.Join(d, " ") != c.wantD || strings.Join(u, " ") != c.wantU {
			t.Errorf("%+v: %q %q", c, d, u)
		}
	}
}

// TestSanitizersMacros tests that gcc with the flags in Flags.Compiler has the macros of Config.Predefined.
func TestSanitizersMacros(t *testing.T) {
	for _, line := range []string{"-fsanitize=address", "-fsanitize=thread,undefined", "-O2", "-Os", "-pthread",
		"-ffreestanding", "-funsigned-char"} {
		f, err := Parse(strings.Fields(line), "", nil)
		if err != nil {
			t.Fatal(err)
		}
		gcc, err := exec.LookPath("gcc")
		if err != nil {
			benchtest.Missing(t, "no gcc")
		}
		out, err := exec.Command(gcc, append(slices.Clone(f.Compiler), "-dM", "-E", "-x", "c", "/dev/null")...).Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range f.Config.Predefined {
			has := strings.Contains(string(out), "#define "+m.Name+" "+m.Value+"\n")
			if none := !strings.Contains(string(out), "#define "+m.Name+" "); m.Value == "" && !none || m.Value != "" && !has {
				t.Errorf("%s: %s is %q for the analysis, not for a compiler with %q", line, m.Name, m.Value, f.Compiler)
			}
		}
	}
}
