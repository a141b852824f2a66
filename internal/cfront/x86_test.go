package cfront_test

import (
	"fmt"
	"hash/fnv"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tandem-verifier/tandem/internal/benchtest"
	"github.com/tandem-verifier/tandem/internal/ir"
)

// intrinsic is a function in gcc's headers of x86 intrinsics.
type intrinsic struct {
	name, result string
	params       []string
}

var (
	comments   = regexp.MustCompile(`(?s)/\*.*?\*/`)
	prototypes = regexp.MustCompile(
		`(?s)extern __inline\s+([\w\s*]+?)\s*__attribute__\s*\(\(.*?\)\)\s*(_\w+)\s*\(([^{}]*?)\)\s*\{`)
	paramName = regexp.MustCompile(`\s*\b_*[A-Z]\w*$|\s*\b__[a-z]\w*$`)
	ourNames  = regexp.MustCompile(`(?m)^#define (_\w+)\(|^[\w *]+?\b(_\w+)\([^()]*\);$`)
)

// intrinsics returns the functions in the named headers of gcc, in their order.
func intrinsics(t *testing.T, headers ...string) (all []intrinsic) {
	out, err := exec.Command("gcc", "-print-file-name=include").Output()
	if err != nil {
		benchtest.Missing(t, "gcc does not say where its headers are")
	}
	seen := map[string]bool{}
	for _, h := range headers {
		text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(out)), h))
		if err != nil {
			benchtest.Missing(t, "gcc has no "+h)
		}
		for _, m := range prototypes.FindAllStringSubmatch(comments.ReplaceAllString(string(text), ""), -1) {
			f := intrinsic{name: m[2], result: strings.Join(strings.Fields(m[1]), " ")}
			for p := range strings.SplitSeq(m[3], ",") {
				p = strings.Join(strings.Fields(p), " ")
				if len(strings.Fields(p)) > 1 {
					p = strings.TrimSpace(paramName.ReplaceAllString(p, ""))
				}
				if p != "void" {
					f.params = append(f.params, p)
				}
			}
			if !seen[f.name] {
				seen[f.name] = true
				all = append(all, f)
			}
		}
	}
	return all
}

// known returns the functions in our headers, by name.
func known(t *testing.T) map[string]ours {
	names := map[string]ours{}
	files, err := filepath.Glob("csrc/include/*intrin.h")
	if err != nil || len(files) == 0 {
		t.Fatal("no headers of intrinsics", err)
	}
	for _, h := range []string{"avx", "avx2", "fma", "f16c", "sha"} { // the headers that immintrin.h includes
		files = append(files, "csrc/include/tandem_"+h+".h")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		only64 := false
		for line := range strings.Lines(string(text)) {
			switch {
			case strings.HasPrefix(line, "#ifdef __x86_64__"):
				only64 = true
			case strings.HasPrefix(line, "#else"), strings.HasPrefix(line, "#endif"):
				only64 = false
			}
			if m := ourNames.FindStringSubmatch(line); m != nil && names[m[1]+m[2]].name == "" {
				names[m[1]+m[2]] = ours{m[1] + m[2], m[1] != "", only64}
			}
		}
	}
	return names
}

// ours is a function of our headers.
type ours struct {
	name         string
	body, only64 bool // it has a body; it exists only on x86-64
}

// allIntrinsics are the headers of gcc whose functions our headers have.
var allIntrinsics = []string{"mmintrin.h", "xmmintrin.h", "emmintrin.h", "pmmintrin.h", "tmmintrin.h", "smmintrin.h",
	"wmmintrin.h", "avxintrin.h",
	"avx2intrin.h", "fmaintrin.h", "f16cintrin.h", "shaintrin.h", "bmiintrin.h", "bmi2intrin.h", "lzcntintrin.h",
	"popcntintrin.h"}

// TestIntrinsicNames checks that each function in gcc's headers is in ours, with a body or without.
func TestIntrinsicNames(t *testing.T) {
	names := known(t)
	var missing []string
	for _, f := range intrinsics(t, allIntrinsics...) {
		if names[f.name].name == "" {
			missing = append(missing, f.name)
		}
	}
	if len(missing) > 0 {
		t.Errorf("%d functions are missing: %v", len(missing), missing)
	}
}

// maxImmediate has the greatest values of arguments that must be constants, if these are less than 255.
var maxImmediate = []struct {
	name *regexp.Regexp
	max  int
}{
	{regexp.MustCompile(`^_mm256_(extract|insert)_epi8$`), 31}, {regexp.MustCompile(`^_mm256_(extract|insert)_epi16$`),
		15},
	{regexp.MustCompile(`^_mm256_(extract|insert)_epi32$`), 7}, {regexp.MustCompile(`^_mm256_(extract|insert)_epi64$`), 3},
	{regexp.MustCompile(`_(extract|insert)_epi8$`), 15}, {regexp.MustCompile(`_(extract|insert)_(epi16|pi16)$`), 7},
	{regexp.MustCompile(`^_mm_extract_(epi32|ps)$|^_mm_insert_epi32$`), 3},
	{regexp.MustCompile(`^_mm_(extract|insert)_epi64$`), 1},
	{regexp.MustCompile(`_mm256_(extract|insert)(f|i)128|_mm_permute_pd$|_mm_blend_pd$|_mm_shuffle_pd$`), 1},
	{regexp.MustCompile(`_mm256_blend_pd|_mm256_permute_pd|_mm_blend_(ps|epi32)$|_mm256_shuffle_pd`), 3},
	{regexp.MustCompile(`_(round|ceil|floor)_`), 11}, {regexp.MustCompile(`_cmp_[sp][sd]$`), 31},
	{regexp.MustCompile(`_alignr_`), 40}, {regexp.MustCompile(`_b?s[lr]li_(si|epi)(128|256)$`), 20},
	{regexp.MustCompile(`_s(ll|rl|ra)i_`), 70},
}

// call returns a block with a call of f with random arguments that prints the results; "" if f is not compared.
func (f intrinsic) call(r *rand.Rand) string {
	float := []string{"0.0", "-0.0", "1.5", "2.5", "-0.5", "3e9", "-3e9", "1e19", "-7.75", "1e30", "__builtin_inf()",
		"2147483647.5", "0.75", "-2147483648.25"}
	// gcc 12 treats unordered operands as equal in comparisons that return an int (its PR 106113).
	if !strings.Contains(f.name, "comi") && !strings.Contains(f.result, "float") &&
		!strings.Contains(f.result, "double") && !strings.HasSuffix(f.result, "d") && f.result != "__m128" &&
		f.result != "__m256" {
		float = append(float, "__builtin_nan(\"\")")
	}
	lane := func(int) string {
		return fmt.Sprintf("%dLL", []int64{r.Int63() - 1<<62<<uint(r.Intn(2)), int64(r.Intn(200) - 100), -1, 0,
			r.Int63() & 0x7f80_807f_8000_ffff}[r.Intn(5)])
	}
	real := func(int) string { return float[r.Intn(len(float))] }
	list := func(n int, one func(int) string) string {
		var s []string
		for i := range n {
			s = append(s, one(i))
		}
		return strings.Join(s, ", ")
	}
	max := 255
	for _, m := range maxImmediate {
		if m.name.MatchString(f.name) {
			max = m.max
			break
		}
	}
	var decls, args []string
	after := ""
	for i, p := range f.params {
		v := fmt.Sprintf("a%d", i)
		switch strings.TrimSuffix(p, "_u") {
		case "__m128i":
			decls = append(decls, "__m128i "+v+" = (__m128i)(__v2di){"+list(2, lane)+"}")
		case "__m256i":
			decls = append(decls, "__m256i "+v+" = (__m256i)(__v4di){"+list(4, lane)+"}")
		case "__m128":
			decls = append(decls, "__m128 "+v+" = {"+list(4, real)+"}")
		case "__m256":
			decls = append(decls, "__m256 "+v+" = {"+list(8, real)+"}")
		case "__m128d":
			decls = append(decls, "__m128d "+v+" = {"+list(2, real)+"}")
		case "__m256d":
			decls = append(decls, "__m256d "+v+" = {"+list(4, real)+"}")
		case "__m64":
			decls = append(decls, "__m64 "+v+" = (__m64)"+lane(0))
		case "float", "double":
			decls = append(decls, p+" "+v+" = "+real(0))
		case "const int", "const unsigned", "const unsigned int":
			v = fmt.Sprint(r.Intn(max + 1))
		case "int", "char", "short", "long long", "unsigned int", "unsigned short", "unsigned long long", "unsigned char",
			"unsigned", "long long int":
			if i > 0 && (max < 255 || strings.Contains(f.name, "_shuffle")) && p == "int" &&
				!strings.Contains(f.name, "insert") {
				v = fmt.Sprint(r.Intn(max + 1))
				break
			}
			if strings.Contains(f.name, "_bsf") || strings.Contains(f.name, "_bsr") {
				decls = append(decls, p+" "+v+" = 1 | "+lane(0))
				break
			}
			decls = append(decls, p+" "+v+" = ("+p+")"+lane(0))
		default:
			if !strings.HasSuffix(p, "*") {
				return ""
			}
			elem := strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(strings.TrimSuffix(p, "*")),
				"const"), "__restrict"))
			decls = append(decls, "unsigned char m"+v+"[64] __attribute__((aligned(32))); for (int i = 0; i < 64; i++) m"+v+
				"[i] = 100 + 7 * i")
			if strings.Contains(elem, "float") || elem == "__m128 " || elem == "__m128" || elem == "__m256" {
				decls = append(decls, "for (int i = 0; i < 16; i++) ((float *)m"+v+")[i] = i + 0.5f")
			} else if strings.Contains(elem, "double") || elem == "__m128d" || elem == "__m256d" {
				decls = append(decls, "for (int i = 0; i < 8; i++) ((double *)m"+v+")[i] = i + 0.5")
			}
			off := 0
			if strings.Contains(f.name, "loadu_") || strings.Contains(f.name, "storeu_") {
				off = r.Intn(8)
			}
			after += "put(m" + v + ", 64); "
			v = fmt.Sprintf("(void *)(m%s + %d)", v, off)
		}
		args = append(args, v)
	}
	call := f.name + "(" + strings.Join(args, ", ") + ")"
	switch f.result {
	case "void":
		call += "; "
	case "float", "double", "__m128", "__m128d", "__m256", "__m256d", "__m128i", "__m256i", "__m64", "int", "long long",
		"long long int", "unsigned int", "unsigned short", "unsigned long long", "unsigned", "unsigned char":
		call = f.result + " r = " + call + "; put(&r, sizeof r); "
	default:
		return ""
	}
	return "{ " + strings.Join(append(decls, call+after+"}"), "; ")
}

// seed returns a number that depends only on name.
func seed(name string) uint32 {
	sum := fnv.New32a()
	sum.Write([]byte(name))
	return sum.Sum32()
}

// TestIntrinsics compares the intrinsics of x86 with gcc's on random arguments: a sample of them, or all with
// TANDEM_LONG. TANDEM_INTRINSIC=REGEXP selects those with matching names. gcc does not optimise here, since gcc 12
// folds conversions of numbers that are too large to other values than the processor returns.
func TestIntrinsics(t *testing.T) {
	names := known(t)
	only, long := regexp.MustCompile(os.Getenv("TANDEM_INTRINSIC")), os.Getenv("TANDEM_LONG") != "" ||
		os.Getenv("TANDEM_INTRINSIC") != ""
	features, _ := os.ReadFile("/proc/cpuinfo")
	for _, group := range []struct {
		headers, flags []string
		feature        string
	}{
		{allIntrinsics[:7], []string{"-O0", "-mmmx", "-msse4.2", "-mpopcnt"}, " sse4_2"},
		{allIntrinsics[7:], []string{"-O0", "-mavx2", "-mfma", "-mbmi", "-mbmi2", "-mlzcnt", "-mpopcnt"}, " avx2"},
	} {
		if !strings.Contains(string(features), group.feature) {
			benchtest.Missing(t, "the processor has no"+group.feature)
		}
		funcs := slices.DeleteFunc(intrinsics(t, group.headers...), func(f intrinsic) bool {
			return !names[f.name].body || !only.MatchString(f.name) || strings.Contains(f.name, "undefined") ||
				strings.Contains(f.name, "empty") || strings.Contains(f.name, "malloc")
		})
		for _, m := range models {
			t.Run(group.feature[1:]+m.String(), func(t *testing.T) {
				needGCC(t, m)
				n, size := 0, 40
				sample := slices.DeleteFunc(slices.Clone(funcs), func(f intrinsic) bool {
					return !long && seed(f.name)%16 != 0 || m == ir.ILP32 && (names[f.name].only64 || f.result == "__m64" ||
						slices.Contains(f.params, "__m64"))
				})
				for from := 0; from < len(sample); from += size {
					var b strings.Builder
					b.WriteString("#include <immintrin.h>\nvoid out(unsigned long long);\n" +
						"static void put(const void *p, unsigned long n) { for (unsigned long i = 0; i < n; i++) out(((const unsigned " +
						"char *)p)[i]); }\n")
					var body strings.Builder
					for i, f := range sample[from:min(from+size, len(sample))] {
						calls := ""
						for k := range 3 {
							calls += "\t" + f.call(rand.New(rand.NewSource(int64(k)+int64(seed(f.name))))) + "\n"
						}
						if strings.TrimSpace(calls) == "" {
							continue
						}
						n++
						fmt.Fprintf(&b, "/* %d */ static void f_%d(void) { out(%d);\n%s}\n", i, i, i, calls)
						fmt.Fprintf(&body, "\tf_%d();\n", i)
					}
					if body.Len() == 0 {
						continue
					}
					b.WriteString("int main(void) {\n" + body.String() + "\treturn 0;\n}\n")
					againstGCC(t, m, b.String(), group.flags...)
					if t.Failed() {
						if f, err := os.CreateTemp("", "intrinsics*.c"); err == nil {
							f.WriteString(b.String())
							f.Close()
							t.Errorf("the program is %s", f.Name())
						}
					}
				}
				t.Logf("%d functions", n)
			})
		}
	}
}
