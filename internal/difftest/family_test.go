package difftest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand"
	"os"
	osexec "os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The families of programs are the folders of testdata/c. The programs FAMILY/NAME_safe.c and FAMILY/NAME_unsafe.c are
// twins that differ in the condition that they assert. The first line is // true or // false (/* true */ if the version
// of C has no //), followed by options of tandem. Or both twins are one file FAMILY/NAME.c with the first line // pair,
// followed by options; UNSAFE is defined in the unsafe twin. The truth is the behaviour of the program compiled by gcc.
// Tandem's verdict must be the truth or unknown.
//
// Programs with the option --check=default are run under sanitizers, so that the truth includes undefined behaviour. A
// line // stdin: "TEXT" has the standard input that shows the error of an unsafe program.
//
// The program is not run if it has other options than this one, the data model and the version of C, or if it has the
// line "// gcc: newer" and the installed gcc does not accept it. A line "// inputs: 1 2 3" has inputs of an unsafe
// program that random choices would not find.
//
// go test runs a sample of each family; TANDEM_FAMILY=name runs one family completely, TANDEM_LONG=1 all families. In a
// complete run, at most as many programs of a family may stay unknown as listed in undecided; 0 if it is not listed.
var undecided = map[string]int{
	"ends":           4,
	"own":            80,
	"search":         7,
	"intrinsics":     9,
	"heaplists":      12,
	"heaps":          10,
	"bintrees":       6,
	"shapes":         2,
	"memory":         7,
	"random":         12,
	"trees":          2,
	"environment":    6,
	"process-texts":  6,
	"signals":        2,
	"getopt":         4,
	"locale":         2,
	"inet":           2,
	"argz":           2,
	"headers":        4,
	"addresses":      12,
	"layouts":        24,
	"pointer-inputs": 68,
	"allocators":     46,
	"complex":        8,
	"int128":         2,
	"longdouble":     3,
	"floatn":         8,
	"long-math":      12,
	"asm":            15,
	"builtins":       6,
	"errno":          2,
	"float-int":      12,
	"initialisers":   6,
	"language":       20,
	"math":           13,
	"preprocessor":   4,
	"process":        4,
	"system":         22,
	"rounding":       12,
	"stdlib":         20,
	"strings":        20,
	"time":           14,
	"vectors":        2,
	"wide-chars":     2,
	"printf":         14,
	"scanf":          20,
	"wide-text":      6,
	"streams":        10,
	"files":          7,
	"nested":         4,
	"jumps":          8,
	"cleanup":        2,
	"lifetimes":      4,
	"types":          6,
	"c23":            6,
	"met":            14,
	"tables":         2,
	"arrays":         7,
	"segments":       12,
	"texts":          10,
	"walks":          8,
	"exact":          15,
	"merging":        4,
	"counters":       10,
}

// Without TANDEM_FAMILY and TANDEM_LONG, the test runs one in familySample pairs, different ones each day, each for at
// most sampleLimit.
const (
	familySample = 12
	sampleLimit  = "2s"
)

// familyProgram is a program of a family.
type familyProgram struct {
	file    string
	safe    bool
	options []string
	unsafe  bool   // UNSAFE is defined: the program is the unsafe twin of a pair in one file
	limit   string // for the verdict; "": 5s
}

// TestFamilies compares verdicts of the programs in families with the truth.
func TestFamilies(t *testing.T) {
	needGCC(t)
	dirs, err := os.ReadDir(filepath.Join("testdata", "c"))
	if err != nil {
		t.Fatal(err)
	}
	tandem := built(t)
	only, long := os.Getenv("TANDEM_FAMILY"), os.Getenv("TANDEM_LONG") != ""
	for _, d := range dirs {
		if only != "" && d.Name() != only {
			continue
		}
		t.Run(d.Name(), func(t *testing.T) {
			list := readFamily(t, filepath.Join("testdata", "c", d.Name()))
			all := long || only != ""
			if !all {
				list = slices.DeleteFunc(list, func(p familyProgram) bool { return !sampled(p.file) })
				for i := range list {
					list[i].limit = sampleLimit
				}
			}
			decided := runFamily(t, tandem, list)
			t.Logf("%s: %d of %d decided", d.Name(), decided, len(list))
			if left := len(list) - decided; all && left > undecided[d.Name()] {
				t.Errorf("%d of %d are not decided, more than %d", left, len(list), undecided[d.Name()])
			}
		})
	}
}

// sampled reports whether a file belongs to the sample of the day.
func sampled(file string) bool {
	stem := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(file), "_safe.c"), "_unsafe.c")
	h := fnv.New32a()
	h.Write([]byte(stem))
	day := time.Now().Unix() / (24 * 60 * 60)
	return (int64(h.Sum32())+day)%familySample == 0
}

// readFamily returns the programs of a folder, and fails the test unless each has its twin.
func readFamily(t *testing.T, dir string) (list []familyProgram) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.c"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(text), "\n")
		fields := strings.Fields(strings.TrimSuffix(strings.TrimLeft(first, "/*"), "*/"))
		if !strings.HasPrefix(first, "/") || len(fields) == 0 {
			t.Errorf("%s: the first line is %q", file, first)
			continue
		}
		p := familyProgram{file: file, safe: strings.HasSuffix(file, "_safe.c"), options: fields[1:]}
		want, twin := fmt.Sprint(p.safe), strings.TrimSuffix(file, "_safe.c")+"_unsafe.c"
		switch stem, unsafe := strings.CutSuffix(file, "_unsafe.c"); {
		case unsafe:
			twin = stem + "_safe.c"
		case !p.safe:
			list = append(list, familyProgram{file: file, options: fields[1:], unsafe: true})
			want, twin, p.safe = "pair", file, true
			if !strings.Contains(string(text), "UNSAFE") {
				t.Errorf("%s: both twins are the same", file)
			}
		}
		if fields[0] != want {
			t.Errorf("%s: the first line is %q", file, first)
		}
		if !slices.Contains(files, twin) {
			t.Errorf("%s has no twin", file)
		}
		list = append(list, p)
	}
	return list
}

// runFamily tests the truth and the verdict of each program, and returns the number of decided programs.
func runFamily(t *testing.T, tandem string, list []familyProgram) (decided int) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	sem := make(chan bool, 2)
	for _, p := range list {
		wg.Add(1)
		sem <- true
		go func() {
			defer func() { <-sem; wg.Done() }()
			if err := p.truth(t.Context(), t.TempDir()); err != nil {
				t.Errorf("%s: %v", p.file, err)
			}
			verdict, line := p.verdict(t.Context(), tandem)
			switch verdict {
			case fmt.Sprint(p.safe):
				mu.Lock()
				decided++
				mu.Unlock()
			case "unknown":
				t.Logf("%s: %.300s", p.file, line)
			default:
				t.Errorf("%s: %s", p.file, line)
			}
		}()
	}
	wg.Wait()
	return decided
}

// verdict returns Tandem's verdict, true, false or unknown, and the last line of its output. A program that Tandem
// refuses to read is unknown.
func (p familyProgram) verdict(ctx context.Context, tandem string) (verdict, line string) {
	verdict, line, _ = p.ask(ctx, tandem)
	return verdict, line
}

// ask is like verdict, and also returns all of the output.
func (p familyProgram) ask(ctx context.Context, tandem string) (verdict, line, text string) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	args := append([]string{"verify", "-q", "--check", "none", "--timelimit", cmp.Or(p.limit, "5s")}, p.options...)
	if p.unsafe {
		args = append(args, "--define", "UNSAFE")
	}
	out, err := osexec.CommandContext(ctx, tandem, append(args, p.file)...).CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	line = lines[len(lines)-1]
	if report := asksForReport(string(out)); report != "" {
		return "none", report, string(out)
	}
	if rest, ok := strings.CutPrefix(line, "RESULT: "); ok {
		verdict, _, _ = strings.Cut(rest, " ")
		verdict, _, _ = strings.Cut(verdict, "(")
		return verdict, line, string(out)
	}
	var exit *osexec.ExitError
	if errors.As(err, &exit) && (exit.ExitCode() == 2 || exit.ExitCode() == 3) && !strings.HasPrefix(line, "tandem: --") {
		return "unknown", line, string(out) // refused
	}
	return "none", fmt.Sprintf("%v: %s", err, line), string(out)
}

// truth runs the program compiled by gcc (with the options of a line "// gcc:") with inputs of several seeds. An unsafe
// program has to abort for some, and a safe one for none.
func (p familyProgram) truth(ctx context.Context, dir string) error {
	model, std, undefined := "-m64", "-std=gnu17", false
	for _, o := range p.options {
		switch {
		case o == "--32":
			model = "-m32"
		case o == "--64":
		case o == "--check=default":
			undefined = true
		case strings.HasPrefix(o, "-std="):
			std = strings.Replace(o, "23", "2x", 1) // the name before gcc 14
		default:
			return nil
		}
	}
	inputs, bin := filepath.Join(dir, "inputs.c"), filepath.Join(dir, "prog")
	if err := os.WriteFile(inputs, []byte(familyInputs), 0o666); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Minute)
	defer cancel()
	args := []string{model, "-O0", "-w", "-fwrapv", std, "-ffp-contract=off", "-o", bin, p.file, inputs, "-lm"}
	if model == "-m32" {
		args = append(args, "-msse2", "-mfpmath=sse")
	}
	if undefined {
		args = append(args, "-fno-wrapv", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
	}
	if p.unsafe {
		args = append(args, "-DUNSAFE")
	}
	text, err := os.ReadFile(p.file)
	if err != nil {
		return err
	}
	newer := false // the program may need a newer gcc
	if _, rest, given := strings.Cut(string(text), "\n// gcc: "); given {
		options, _, _ := strings.Cut(rest, "\n")
		if options == "none" { // the behaviour depends on the operating system
			return nil
		}
		newer = options == "newer"
		if !newer {
			args = append(args, strings.Fields(options)...)
		}
	}
	if out, err := osexec.CommandContext(ctx, "gcc", args...).CombinedOutput(); err != nil && newer {
		return nil
	} else if err != nil {
		return fmt.Errorf("gcc: %v\n%s", err, out)
	}
	runs := 1
	reads := bytes.Contains(text, []byte("stdin")) || bytes.Contains(text, []byte("getchar")) ||
		bytes.Contains(text, []byte("scanf("))
	if reads || bytes.Contains(text, []byte("nondet_")) {
		runs = 200
	}
	if p.safe {
		runs = min(runs, 20)
	}
	env := os.Environ()
	if _, rest, given := strings.Cut(string(text), "\n// inputs: "); given && !p.safe {
		values, _, _ := strings.Cut(rest, "\n")
		env, runs = append(env, "FAMILY_VALUES="+values), 1
	}
	if undefined {
		env = append(env, "ASAN_OPTIONS=abort_on_error=1:detect_leaks=0", "UBSAN_OPTIONS=abort_on_error=1")
	}
	stdin, err := p.stdin(string(text))
	if err != nil {
		return err
	}
	if stdin != "" {
		runs = 1
	}
	rng := rand.New(rand.NewSource(1))
	for range runs {
		cmd := osexec.CommandContext(ctx, bin)
		cmd.Env = append(slices.Clip(env), fmt.Sprint("FAMILY_SEED=", rng.Int31()))
		if reads {
			cmd.Stdin = strings.NewReader(cmp.Or(stdin, familyText(rng)))
		}
		err := cmd.Run()
		var exit *osexec.ExitError
		bad := false
		if errors.As(err, &exit) {
			ws, _ := exit.Sys().(syscall.WaitStatus)
			bad = ws.Signaled() && (ws.Signal() == syscall.SIGABRT || ws.Signal() == syscall.SIGSEGV ||
				ws.Signal() == syscall.SIGBUS)
		} else if err != nil {
			return err
		}
		switch {
		case bad && p.safe:
			return errors.New("gcc's program reaches the error")
		case bad:
			return nil
		}
	}
	if !p.safe {
		return fmt.Errorf("gcc's program does not reach the error in %d runs", runs)
	}
	return nil
}

// stdin returns the standard input that the text of an unsafe program gives, "" if it gives none.
func (p familyProgram) stdin(text string) (string, error) {
	_, rest, given := strings.Cut(text, "\n// stdin: ")
	if !given || p.safe {
		return "", nil
	}
	quoted, _, _ := strings.Cut(rest, "\n")
	return strconv.Unquote(quoted)
}

// familyText returns a random text for standard input.
func familyText(rng *rand.Rand) string {
	parts := []string{"0", "-5", "12", "99", "1234", " ", "\n", "\t", "a", "q", "x", "abc", "-", "\xff"}
	var b strings.Builder
	for range rng.Intn(7) {
		b.WriteString(parts[rng.Intn(len(parts))])
	}
	return b.String()
}

// familyInputs defines the input functions, which return small numbers, limits of types, or any numbers.
const familyInputs = `
#include <stdlib.h>
#include <limits.h>
static unsigned long long next(void) {
  static unsigned long long s; static int seeded; static char *given;
  if (!seeded) given = getenv("FAMILY_VALUES");
  if (given) { seeded = 1; return (unsigned long long)strtoll(given, &given, 10); }
  if (!seeded) { const char *e = getenv("FAMILY_SEED"); s = e ? strtoull(e, 0, 10) : 1; seeded = 1; }
  s = s * 6364136223846793005ULL + 1442695040888963407ULL;
  unsigned long long r = s >> 33;
  s = s * 6364136223846793005ULL + 1442695040888963407ULL;
  unsigned long long v = s >> 16 ^ s << 40;
  switch (r % 4) {
  case 0: return v % 4;
  case 1: return v % 24 - 8;
  case 2: { static const long long l[] = { 0, 1, -1, INT_MAX, INT_MIN, __LONG_LONG_MAX__, -__LONG_LONG_MAX__ - 1, UINT_MAX, 127, 128, 255, 256, 32767, 65535 };
    return l[v % (sizeof l / sizeof *l)]; }
  }
  return v;
}
#define INPUT(name, T) __attribute__((weak)) T __VERIFIER_nondet_##name(void) { return (T)next(); }
INPUT(char, char) INPUT(schar, signed char) INPUT(uchar, unsigned char) INPUT(short, short) INPUT(ushort, unsigned short)
INPUT(int, int) INPUT(uint, unsigned) INPUT(long, long) INPUT(ulong, unsigned long)
INPUT(longlong, long long) INPUT(ulonglong, unsigned long long) INPUT(size_t, size_t) INPUT(unsigned, unsigned)
__attribute__((weak)) _Bool __VERIFIER_nondet_bool(void) { return next() & 1; }
static double real(void) {
  union { unsigned long long u; double d; } x;
  switch (next() % 3) {
  case 0: return (double)(long long)(next() % 64) - 32;
  case 1: return ((double)(next() % 2048) - 1024) / 16;
  }
  x.u = next();
  return x.d;
}
__attribute__((weak)) double __VERIFIER_nondet_double(void) { return real(); }
__attribute__((weak)) float __VERIFIER_nondet_float(void) { return (float)real(); }
__attribute__((weak)) void __VERIFIER_assume(int c) { if (!c) exit(0); }
__attribute__((weak)) void reach_error(void) { abort(); }
`
